import type { PublishedMine } from '../files/published.ts';
import { hexOf } from '../tree/bytes.ts';
import { hashOf, unitsOf } from '../tree/record.ts';
import type { PathStep } from '../tree/tree.ts';
import type { Part } from '../tree/wallet-leaves.ts';

/** A leaf of a wallet, with its path to the root. */
export interface LeafWithPath extends Part {
  readonly index: number;
  readonly path: readonly PathStep[];
}

/** Returns the file that a wallet is given of a day. */
export const publishMine = (
  { day, root, totalUnits }: Pick<PublishedMine, 'day' | 'root'> & { readonly totalUnits: bigint },
  wallet: string,
  leaves: readonly LeafWithPath[],
) => ({
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
});
