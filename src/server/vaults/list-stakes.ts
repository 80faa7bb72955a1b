import type { StakeJson } from '#contract/vaults/vaults';
import { serializeStake } from '#contract/vaults/serialize-vault';
import { catchUpAll } from '#domain/vaults/vault-catch-up';
import type { Parts } from '../kernel/parts.ts';
import { vaultsOf } from './vault-queries.ts';

/** Returns a user's stakes, newest first, computed at the current instant even if no sweep has run. */
export async function listStakes(
  { database, rules }: Pick<Parts, 'database' | 'rules'>,
  { userId }: { readonly userId: string },
): Promise<StakeJson[]> {
  const { now, terms } = await rules.inForce();
  const { next } = catchUpAll(await vaultsOf(database, userId), terms, now);
  return next.map((vault) => serializeStake(vault, terms, now));
}
