import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import type { StakeJson } from '#contract/stakes';

import { eachInTurn } from '../../ui/state/each-in-turn.ts';
import { refreshAll } from '../../api/query-client.ts';
import { activateStake } from '../../api/stakes.ts';
import { tellFixedFailure } from '../../api/tell-failure.ts';
import { vaultTexts } from '../../texts/vault.ts';
import { dateTimeText } from '../../ui/format/times.ts';
import { showToast } from '../../ui/overlays/toast.ts';

const says = vaultTexts.activate;

/** Starts the first cycle of vested stakes, one after the other, and tells how it went. */
export function useActivate(stakes: readonly StakeJson[]) {
  const [key] = useState(() => crypto.randomUUID());
  const { isPending, mutate } = useMutation({
    mutationFn: () => eachInTurn(stakes, ({ id }) => activateStake(id, `${key}-${id}`)),
    onSuccess: async ({ done, error }) => {
      const last = done.at(-1);
      if (last) tellDone(done.length, dateTimeText(last.vaultEndTime ?? ''));
      if (error !== null) tellFixedFailure(says.failed, error, { fixed: says.failedDetail });
      await refreshAll();
    },
  });
  return { isActivating: isPending, activate: () => mutate() };
}

function tellDone(count: number, when: string): void {
  const detail = count === 1 ? says.doneDetail(when) : says.doneAll(count, when);
  showToast({ tone: 'success', title: says.done, detail });
}
