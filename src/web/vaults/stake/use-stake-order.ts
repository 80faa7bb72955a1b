import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { formatAmount, parseAmount } from '#domain/base/money';

import { usePaused } from '../../kernel/api/use-paused.ts';
import { portfolioQuery } from '../../kernel/api/reads/user-queries.ts';
import { beginPayment } from '../../kernel/pay/begin.ts';
import { canStillPay } from '../../kernel/pay/held-text.ts';
import { isPayoutInProgress, useProgress } from '../../kernel/pay/progress.ts';
import { useFreshLifetime } from '../../kernel/pay/use-fresh-lifetime.ts';
import type { Connected } from '../../kernel/wallet/state.ts';
import { blockedBy } from './blocked.ts';
import { checkStake } from './check-stake.ts';
import { tellLoading, tellWrong } from './tell-wrong.ts';
import { useFeeQuote } from './use-fee-quote.ts';

interface Wanted {
  readonly wallet: Connected;
  readonly userId: string;
  readonly typed: string;
  readonly autoRestake: boolean;
}

/** Everything the form knows about the stake that is being typed, and how to make it. */
export function useStakeOrder({ wallet, userId, typed, autoRestake }: Wanted) {
  const { data: portfolio } = useQuery(portfolioQuery(userId));
  const payment = useProgress();
  const { progress } = payment;
  const [isStarting, setStarting] = useState(false);
  const unstaked = portfolio ? parseAmount('LMT', portfolio.unstakedLMT) : null;
  const checked = checkStake(typed, unstaked);
  const amount = checked.kind === 'right' ? formatAmount('LMT', checked.amount) : null;
  const isPaying = progress !== null || isStarting;
  const fee = useFeeQuote({ userId, amount, isEnabled: !isPaying });
  const isPaused = usePaused();
  const blocked = blockedBy({ isPaused, isPaying, checked, fee });
  useFreshLifetime(blocked === null && fee.quote !== null && fee.quote.lamports !== '0');
  const start = () => {
    if (blocked !== null) return tellWrong(checked);
    if (!portfolio) return tellLoading();
    if (amount === null || fee.quote === null) return tellWrong(checked);
    const { quote } = fee;
    const { address: walletAddress, name: walletName } = wallet;
    const order = { walletAddress, walletName, userId, lmtAmount: amount, autoRestake };
    const held = canStillPay(quote) ? quote : null;
    setStarting(true);
    const asked = { expected: quote.lamports, quote: held };
    void beginPayment({ purpose: 'stake', ...order, ...asked }).finally(() => setStarting(false));
  };
  return {
    portfolio: portfolio ?? null,
    unstaked,
    checked,
    fee,
    /** Why the button can't be pressed; null where it can. */
    blocked,
    isBusy: isStarting || isPayoutInProgress(payment),
    /** The fee of what was typed here is signed, or the stake is made without one. */
    isPlaced:
      progress?.purpose === 'stake' &&
      !progress.isResumed &&
      (progress.signature !== null || progress.outcome.kind === 'done'),
    start,
  };
}

export type StakeOrder = ReturnType<typeof useStakeOrder>;
