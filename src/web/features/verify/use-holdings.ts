import { useQuery } from '@tanstack/react-query';

import { rpcText } from '../../api/rpc.ts';
import { type CheckedHolding, checkHolding } from '#proof/checks/check-holding';
import type { Proof } from '#proof/files/published-proof';
import { verifyTexts } from '../../texts/verify.ts';
import { useUserId } from '../../wallet/state.ts';
import { type StepOutcome, holdingsOutcome } from '#proof/checks/outcomes';

const says = verifyTexts.holdings;

export interface Holdings {
  readonly outcome: StepOutcome;
  readonly checked: readonly CheckedHolding[];
}

/** Reads the treasury's accounts from the chain, and checks what was signed for them. */
export function useHoldings(proof: Proof): Holdings {
  const { data } = useQuery({
    // Before a cluster the node is asked in the user's name.
    queryKey: ['chain', 'proof', 'holdings', proof, useUserId()],
    queryFn: () => readAll(proof),
  });
  if (!data) return { outcome: { state: 'checking', says: says.loading }, checked: [] };
  const outcome = holdingsOutcome(data.checked, data.isRead);
  // Whatever was signed counts without the chain too.
  if (data.isRead || outcome.state === 'wrong') return { outcome, checked: data.checked };
  return {
    outcome: { ...outcome, says: `${outcome.says} ${says.needSession}` },
    checked: data.checked,
  };
}

/** Signatures can be checked without the chain. */
async function readAll(proof: Proof) {
  const { treasury } = proof;
  const all = (call: typeof rpcText | null) =>
    Promise.all(proof.holdings.map((holding) => checkHolding(proof, holding, { treasury, call })));
  try {
    return { checked: await all(rpcText), isRead: true };
  } catch {
    return { checked: await all(null), isRead: false };
  }
}
