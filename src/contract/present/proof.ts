import { iso } from '#domain/base/time';
import { hexOf } from '#proof/tree/bytes';
import { memoOf } from '#proof/files/memo';
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
    anchor: presentAnchor(proof).anchor,
    treasury: treasuryOf(proof),
    worth,
    leavesKept,
  };
}

/** What stands, or is to stand, on the chain of a day. */
export function presentAnchor(proof: Proof): AnchoredJson {
  const { day, anchor } = proof;
  const memo = memoOf(proof);
  if (!anchor || anchor.slot === null) return { day, memo, anchor: null };
  return { day, memo, anchor: { signature: anchor.signature, slot: anchor.slot, memo } };
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
