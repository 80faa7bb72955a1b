import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { ApiError } from '../../api/api-error.ts';
import { refreshAll } from '../../api/query-client.ts';
import { unstakeFromVault } from '../../api/stakes.ts';
import { tellFailure } from '../../api/tell-failure.ts';
import { amountText } from '../../ui/format/digits.ts';
import { vaultTexts } from '../../texts/vault.ts';
import { showToast } from '../../ui/overlays/toast.ts';
import { useWallet } from '../../wallet/state.ts';
import type { UnstakeSplit } from './unstake-split.ts';

const says = vaultTexts.unstake;
type Step = 'input' | 'confirm' | 'processing' | 'complete';

/** The way of an unstake: typed, looked at, done. What fails goes back to where it can be put right. */
export function useUnstake(stakeId: string) {
  const [key] = useState(() => crypto.randomUUID());
  const [isConfirming, setConfirming] = useState(false);
  const isConnected = useWallet().phase === 'connected';
  const { status, variables, mutate } = useMutation({
    // The same amount confirmed again is the same unstake; another amount is another.
    mutationFn: ({ amount }: UnstakeSplit) => unstakeFromVault(stakeId, amount, `${key}-${amount}`),
    onSuccess: ({ netAmount }) => {
      const detail = says.doneDetail(amountText('LMT', netAmount));
      showToast({ tone: 'success', title: says.done, detail });
    },
    onError: (error) => {
      const isOver = error instanceof ApiError && error.code === 'WITHDRAWAL_LIMIT';
      if (isOver) setConfirming(false);
      tellFailure(isOver ? says.limit.title : says.failed, error, says.failedDetail);
    },
    onSettled: () => void refreshAll(),
  });
  const unstake = (split: UnstakeSplit) => {
    if (isConnected) mutate(split);
    else showToast({ tone: 'failure', ...vaultTexts.walletMissing });
  };
  const asking: Step = isConfirming ? 'confirm' : 'input';
  const step: Step =
    status === 'pending' ? 'processing' : status === 'success' ? 'complete' : asking;
  return { step, setConfirming, asked: variables ?? null, unstake } as const;
}
