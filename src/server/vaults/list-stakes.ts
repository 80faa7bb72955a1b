import type { StakeJson } from '#contract/vaults/vaults';
import { serializeStake } from '#contract/vaults/serialize-vault';
import { catchUpAll } from '#domain/vaults/vault-catch-up';
import type { Parts } from '../kernel/parts.ts';
import { vaultsOf } from './vault-queries.ts';

/** All stakes of a user as they are now, whether or not a sweep has run; newest first. */
export async function listStakes(
  { database, rules }: Pick<Parts, 'database' | 'rules'>,
  { userId }: { readonly userId: string },
): Promise<StakeJson[]> {
  const { now, terms } = await rules.inForce();
  const { next } = catchUpAll(await vaultsOf(database, userId), terms, now);
  return next.map((vault) => serializeStake(vault, terms, now));
}
