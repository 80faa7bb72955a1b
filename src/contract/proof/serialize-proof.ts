import { iso } from '#domain/base/time';
import { type Proof, treasuryOf } from '#domain/proof/proof';
import type { AnchoredJson, ProofJson } from './proof.ts';

/** Returns the response of a published day. */
export function serializeProof(
  proof: Proof,
  { leavesKept }: Pick<ProofJson, 'leavesKept'>,
): ProofJson {
  const { day, at, root, totalUnits, leaves, wallets, logHead, other, holdings, worth } = proof;
  return {
    day,
    at: iso(at),
    root,
    totalUnits: totalUnits.toString(),
    leaves,
    wallets,
    logHead,
    otherLiabilities: [...other],
    holdings: [...holdings],
    anchor: landedAnchor(proof.anchor),
    treasury: treasuryOf(proof),
    worth,
    leavesKept,
  };
}

/** @param memo text that is to be written, used while there is no anchor */
export function serializeAnchor({ day, anchor }: Proof, memo: string): AnchoredJson {
  return { day, memo: anchor?.memo ?? memo, anchor: landedAnchor(anchor) };
}

/** Returns the anchor as it is published; null until it was seen on the chain. */
function landedAnchor(anchor: Proof['anchor']): ProofJson['anchor'] {
  if (!anchor || anchor.slot === null) return null;
  const { signature, slot, memo } = anchor;
  return { signature, slot, memo };
}
