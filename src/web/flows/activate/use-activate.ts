import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import type { StakeJson } from '#contract/stakes';

import { refreshAll } from '../../api/query-client.ts';
import { activateStake } from '../../api/stakes.ts';
import { tellFixedFailure } from '../../api/tell-failure.ts';
import { vaultTexts } from '../../texts/vault.ts';
import { dateTimeText } from '../../ui/format/times.ts';
import { showToast } from '../../ui/overlays/toast.ts';

const says = vaultTexts.activate;

/** Starts the first cycle of a vested stake and tells how it went. */
export function useActivate(stake: StakeJson) {
  const [key] = useState(() => crypto.randomUUID());
  const { isPending, mutate } = useMutation({
    mutationFn: () => activateStake(stake.id, key),
    onSuccess: ({ vaultEndTime }) => {
      const detail = says.doneDetail(dateTimeText(vaultEndTime ?? ''));
      showToast({ tone: 'success', title: says.done, detail });
    },
    onError: (error) => tellFixedFailure(says.failed, error, says.failedDetail),
    onSettled: refreshAll,
  });
  return { isActivating: isPending, activate: () => mutate() };
}
