import { useMutation } from '@tanstack/react-query';

import type { BondJson } from '#contract/bonds';

import { claimBond } from '../../api/bonds.ts';
import { faultOf } from '../../api/fault.ts';
import { noticeSignedOut, refreshAll } from '../../api/query-client.ts';
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
  noticeSignedOut(error);
  const { message, requestId } = faultOf(error);
  const { failed } = bondTexts.claim;
  showToast({ tone: 'failure', title: failed, detail: message, reference: requestId });
  void refreshAll();
}
