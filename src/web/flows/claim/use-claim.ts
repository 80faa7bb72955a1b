import { useMutation } from '@tanstack/react-query';

import type { BondJson } from '#contract/bonds';

import { claimBond } from '../../api/bonds.ts';
import { refreshAll } from '../../api/query-client.ts';
import { tellFailure } from '../../api/tell-failure.ts';
import { formatNumber } from '../../ui/format/format.ts';
import { bondTexts } from '../../texts/bond.ts';
import { showToast } from '../../ui/overlays/toast.ts';

/** Claims a bond's LMT and tells how it went; a second click changes nothing. */
export function useClaim(bond: BondJson) {
  const { isPending, mutate } = useMutation({
    mutationFn: () => claimBond(bond.id, bond.id),
    onSuccess: tellDone,
    onError: tellFailed,
  });
  return { isClaiming: isPending, claim: () => mutate() };
}

async function tellDone({ lmtAmount }: BondJson): Promise<void> {
  const { done, doneDetail } = bondTexts.claim;
  showToast({ tone: 'success', title: done, detail: doneDetail(formatNumber(lmtAmount, 4)) });
  await refreshAll();
}

function tellFailed(error: unknown): void {
  tellFailure(bondTexts.claim.failed, error);
  void refreshAll();
}
