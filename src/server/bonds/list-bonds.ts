import type { BondJson } from '#contract/bonds/bonds';
import { serializeBond } from '#contract/bonds/serialize-bond';
import type { Parts } from '../kernel/parts.ts';
import { bondsOf } from './bond-queries.ts';
import { readClock } from '../kernel/terms/protocol-clock.ts';

export async function listBonds(
  { database }: Pick<Parts, 'database'>,
  { userId }: { readonly userId: string },
): Promise<BondJson[]> {
  const now = await readClock(database);
  return (await bondsOf(database, userId)).map((bond) => serializeBond(bond, now));
}
