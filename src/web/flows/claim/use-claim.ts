import { useMutation } from '@tanstack/react-query';

import type { BondJson } from '#contract/bonds';

import { claimBond } from '../../api/bonds.ts';
import { eachInTurn } from '../../ui/state/each-in-turn.ts';
import { refreshAll } from '../../api/query-client.ts';
import { tellFailure } from '../../api/tell-failure.ts';
import { amountText } from '../../ui/format/digits.ts';
import { bondTexts } from '../../texts/bond.ts';
import { showToast } from '../../ui/overlays/toast.ts';
import { totalOf } from './total-of.ts';

/**
 * Claims the LMT of bonds, one after the other, and tells how it went; a second click changes nothing.
 *
 * @param onClaimed told what came in, once all of it did
 */
export function useClaim(bonds: readonly BondJson[], onClaimed?: (lmtAmount: string) => void) {
  const { isPending, mutate } = useMutation({
    mutationFn: () => eachInTurn(bonds, ({ id }) => claimBond(id, id)),
    onSuccess: async ({ done, error }) => {
      const total = totalOf(done);
      if (done.length > 0) tellDone(total);
      if (error !== null) tellFailure(bondTexts.claim.failed, error);
      await refreshAll();
      if (error === null) onClaimed?.(total);
    },
  });
  return { isClaiming: isPending, claim: () => mutate() };
}

function tellDone(lmtAmount: string): void {
  const { done, doneDetail } = bondTexts.claim;
  showToast({ tone: 'success', title: done, detail: doneDetail(amountText('LMT', lmtAmount)) });
}
