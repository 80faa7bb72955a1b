import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import {
  type PayToken,
  DECIMALS,
  formatAmount,
  formatDecimal,
  lmt,
  mulDivDown,
  parseAmount,
  parseDecimal,
} from '#domain/base/money';
import type { ProtocolSettings } from '#contract/terms/protocol';

import { protocolSettingsQuery, statusQuery } from '../kernel/api/queries.ts';
import { beginPayment } from '../kernel/pay/begin.ts';
import { canStillPay } from '../kernel/pay/held-text.ts';
import { isPayoutInProgress, useProgress } from '../kernel/pay/progress.ts';
import { useSolShortfall } from '../kernel/pay/sol-needed.ts';
import { useFreshLifetime } from '../kernel/pay/use-fresh-lifetime.ts';
import type { Connected } from '../kernel/wallet/state.ts';
import { checkBond } from './check-bond.ts';
import { liveQuoteQuery } from './live-quote.ts';
import { useBalance } from '../kernel/api/use-balance.ts';
import { useQuoteEnded } from '../kernel/api/live/quote-ended.ts';
import { useSettled } from '../kernel/ui/forms/use-settled.ts';

interface Wanted {
  readonly wallet: Connected;
  readonly userId: string;
  readonly token: PayToken;
  readonly typed: string;
}

/** Everything the form knows about the order that is being typed, and how to place it. */
export function useBondOrder({ wallet, userId, token, typed }: Wanted) {
  const walletAddress = wallet.address;
  const { data: status } = useQuery(statusQuery());
  const { data: settings } = useQuery(protocolSettingsQuery());
  const payment = useProgress();
  const { progress } = payment;
  const [isStarting, setStarting] = useState(false);
  const { balance, isUnknown } = useBalance(walletAddress, token);
  const checked = checkBond(typed, token, balance?.spendable ?? null);
  const isPaused = status?.paused === true;
  const offPeg = token === 'USDC' ? (settings?.usdcOffPeg ?? null) : null;
  // A quote ends the one before it: none is asked for while a payment relies on its own.
  const isFree = !isPaused && offPeg === null && progress === null && !isStarting;
  const amount = checked.kind === 'right' ? checked.text : null;
  const live = useLiveQuote({ walletAddress, userId, token, amount, isEnabled: isFree });

  const estimate =
    checked.kind === 'right' && settings ? estimateLmt(token, checked.amount, settings) : null;
  const lmtAmount = live.quote?.lmtAmount ?? estimate;
  // Of a payment in SOL the amount is checked against the spendable balance.
  const shortfall = useSolShortfall(walletAddress, token === 'USDC' ? (live.quote ?? null) : null);
  const isReady = isFree && amount !== null && lmtAmount !== null && status !== undefined;
  const canStart = isReady && shortfall === null;
  useFreshLifetime(canStart);
  const start = () => {
    if (!canStart) return;
    setStarting(true);
    const base = { purpose: 'bond', walletAddress, walletName: wallet.name, userId } as const;
    // A quote that is being renewed may have ended on the server already.
    const held = live.isLocking ? null : live.quote;
    const quote = held && canStillPay(held) ? held : null;
    const expected = live.quote?.lmtAmount ?? atLeast(estimate);
    const order = { ...base, tokenType: token, amount, expected, quote };
    void beginPayment(order).finally(() => setStarting(false));
  };
  return {
    balance,
    isUnknown,
    checked,
    isPaused,
    /** The price of USDC where it pauses this bond; null where it does not. */
    offPeg,
    live,
    lmtAmount,
    /** SOL that is missing for the network fee of a payment in USDC. */
    shortfall,
    settings,
    canStart,
    isBusy: isStarting || isPayoutInProgress(payment),
    /** Of the order that was typed here; null for a stake's, and for an earlier payment that is resumed. */
    signature: progress?.purpose === 'bond' && !progress.isResumed ? progress.signature : null,
    start,
  };
}

export type BondOrder = ReturnType<typeof useBondOrder>;

/** An estimate is off by its rounding and the market's last minutes: a thousandth is no new price. */
function atLeast(estimate: string | null): string {
  const units = estimate === null ? null : parseAmount('LMT', estimate);
  return formatAmount('LMT', lmt(mulDivDown(units ?? 0n, 999n, 1_000n)));
}

const ONE_LMT = 10n ** BigInt(DECIMALS.LMT);

/** About how much LMT an amount buys at the displayed price; a quote says it exactly. */
function estimateLmt(
  token: PayToken,
  amount: bigint,
  { lmtPriceSOL, lmtPriceUSDC }: ProtocolSettings,
): string | null {
  const price = parseDecimal(token === 'SOL' ? lmtPriceSOL : lmtPriceUSDC, DECIMALS[token]);
  if (price === null || price === 0n) return null;
  return formatDecimal(mulDivDown(amount, ONE_LMT, price), DECIMALS.LMT);
}

interface Quoted {
  readonly walletAddress: string;
  readonly userId: string;
  readonly token: PayToken;
  /** Null while there is nothing to quote. */
  readonly amount: string | null;
  readonly isEnabled: boolean;
}

/** A price locked for the amount once typing pauses; none where another tab has ended it, or it cannot be renewed. */
function useLiveQuote({ amount, isEnabled, ...asked }: Quoted) {
  const settled = useSettled(amount);
  const isWanted = isEnabled && amount !== null && settled === amount;
  const query = useQuery({
    ...liveQuoteQuery({ ...asked, amount: settled ?? '' }),
    enabled: isWanted,
  });
  const isEnded = useQuoteEnded(asked.token, query.data?.quoteId);
  const isRenewed = !query.isError && query.failureCount === 0;
  return {
    quote: isWanted && !isEnded && isRenewed ? query.data : undefined,
    isLocking: isEnabled && query.isFetching,
    error: isWanted ? query.error : null,
  };
}
