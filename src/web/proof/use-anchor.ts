import { useQuery } from '@tanstack/react-query';

import { rpcText } from '../kernel/api/rpc.ts';
import { checkAnchor } from '#proof/checks/check-anchor';
import type { Proof } from '#proof/files/published-proof';
import { verifyTexts } from './verify-texts.ts';
import { useUserId } from '../kernel/wallet/state.ts';
import { type StepOutcome, anchorOutcome } from '#proof/checks/outcomes';

const says = verifyTexts.anchor;

export interface Anchor {
  readonly outcome: StepOutcome;
  /** Wrong memo that the chain has; null if the memo is right, or not known. */
  readonly found: string | null;
}

/** Checks the day's anchor on the chain. `treasuryNow` is the address that payments go to today. */
export function useAnchor(proof: Proof, treasuryNow: string | undefined): Anchor {
  const { data, isError } = useQuery({
    // Before a cluster the node is asked in the user's name.
    queryKey: ['chain', 'proof', 'anchor', proof, useUserId()],
    queryFn: () => checkAnchor(proof, proof.treasury, rpcText),
  });
  const found = data?.state === 'wrong' ? data.memo : null;
  if (isError) {
    const { needSession } = verifyTexts.holdings;
    return { outcome: { state: 'open', message: `${says.failed} ${needSession}` }, found };
  }
  if (!data || treasuryNow === undefined) {
    return { outcome: { state: 'checking', message: says.loading }, found };
  }
  // A made-up proof can bear the signature of a made-up treasury.
  const isOther = data.state === 'stands' && proof.treasury !== treasuryNow;
  if (isOther) return { outcome: { state: 'wrong', message: says.otherTreasury }, found };
  return { outcome: anchorOutcome(data), found };
}
