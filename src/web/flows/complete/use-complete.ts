import { useMutation } from '@tanstack/react-query';

import type { StakeJson } from '#contract/stakes';

import { refreshAll } from '../../api/query-client.ts';
import { completeStake } from '../../api/stakes.ts';
import { tellFailure } from '../../api/tell-failure.ts';
import { amountText } from '../../ui/format/digits.ts';
import { vaultTexts } from '../../texts/vault.ts';
import { showToast } from '../../ui/overlays/toast.ts';
import { vaultTotal } from '../vault/instead-text.ts';

const says = vaultTexts.over;

/** Releases a vault whose window has ended and tells how it went; a second click changes nothing. */
export function useComplete(stake: StakeJson) {
  const { isPending, mutate } = useMutation({
    mutationFn: () => completeStake(stake.id, `complete-${stake.id}`),
    onSuccess: () => {
      const detail = says.doneDetail(amountText('LMT', vaultTotal(stake)));
      showToast({ tone: 'success', title: says.done, detail });
    },
    onError: (error) => tellFailure(says.failed, error, says.failedDetail),
    onSettled: refreshAll,
  });
  return { isCompleting: isPending, complete: () => mutate() };
}
