import { iso } from '#domain/base/time';
import { hexOf } from '#proof/tree/bytes';
import { type Proof, treasuryOf } from '#domain/proof/proof';
import { hashOf, unitsOf } from '#proof/tree/record';
import type { PathStep } from '#proof/tree/tree';
import type { Part } from '#proof/tree/wallet-leaves';
import type { AnchoredJson, MyProofJson, ProofJson } from '../proof.ts';

/** A published day. */
export function presentProof(
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

/** @param memo the text to be written, while there is no anchor */
export function presentAnchor({ day, anchor }: Proof, memo: string): AnchoredJson {
  return { day, memo: anchor?.memo ?? memo, anchor: landedAnchor(anchor) };
}

/** Returns the anchor as it is published; null until it was seen on the chain. */
function landedAnchor(anchor: Proof['anchor']): ProofJson['anchor'] {
  if (!anchor || anchor.slot === null) return null;
  const { signature, slot, memo } = anchor;
  return { signature, slot, memo };
}

/** A leaf of a wallet with its way to the root. */
export interface ShownLeaf extends Part {
  readonly index: number;
  readonly path: readonly PathStep[];
}

export function presentMyProof(
  { day, root, totalUnits }: Pick<Proof, 'day' | 'root' | 'totalUnits'>,
  wallet: string,
  leaves: readonly ShownLeaf[],
): MyProofJson {
  return {
    day,
    wallet,
    root,
    totalUnits: totalUnits.toString(),
    entries: leaves.map(({ salt, units, index, path }) => ({
      salt: hexOf(salt),
      units: units.toString(),
      index,
      path: path.map(({ side, record }) => ({
        side,
        hash: hexOf(hashOf(record)),
        units: unitsOf(record).toString(),
      })),
    })),
  };
}
