import type { Change } from '../base/change.ts';
import type { Lmt } from '../base/money.ts';
import { type Result, ok } from '../base/result.ts';
import type { Instant } from '../base/time.ts';
import type { Bond } from '../bonds/bond.ts';
import {
  type BondToDelete,
  type BondDeletion,
  decideBondDeletion,
  decideFakeBondDeletion,
} from '../payments/bond-deletion.ts';
import type { Terms } from '../terms/terms.ts';
import type { Vault } from '../vaults/vault.ts';
import { catchUpAll, unstakedAfter } from '../vaults/vault-catch-up.ts';
import { type ScheduledVault, changedVaults } from '../vaults/vault-schedule.ts';

/** Bond to take back, with the state of its user. */
export interface HeldBond {
  readonly userId: string;
  readonly unstaked: Lmt;
  /** Vaults of the user that may have due changes. */
  readonly vaults: readonly Vault[];
  readonly toDelete: BondToDelete;
}

interface Taking {
  readonly newDepositId: string;
  readonly terms: Terms;
  readonly now: Instant;
}

/** Changes by taking a bond back, including due changes of its user's vaults. */
export interface TakenFromHolder extends BondDeletion {
  readonly vaults: readonly ScheduledVault[];
}

/** Deletes a bond. LMT that a vault has released by now can be taken, even if no sweep has run. */
export function deleteHeldBond(held: HeldBond, taking: Taking): Result<TakenFromHolder> {
  const { caught, unstaked } = upToDate(held, taking);
  const taken = decideBondDeletion(held.toDelete, { ...taking, unstaked });
  return taken.ok ? ok(together({ held, caught, taken: taken.value }, taking)) : taken;
}

/** Deletes a fake bond; null if it has changed since the owner saw it. */
export function deleteHeldFake(held: HeldBond, seen: Bond, taking: Taking): TakenFromHolder | null {
  const { caught, unstaked } = upToDate(held, taking);
  const taken = decideFakeBondDeletion(held.toDelete, seen, { ...taking, unstaked });
  return taken && together({ held, caught, taken }, taking);
}

type Caught = Change<readonly Vault[]>;

function upToDate({ userId, unstaked, vaults }: HeldBond, { terms, now }: Taking) {
  const caught = catchUpAll(vaults, terms, now);
  return { caught, unstaked: unstakedAfter(userId, unstaked, caught.journals) };
}

const together = (
  {
    held: { vaults },
    caught,
    taken,
  }: { readonly held: HeldBond; readonly caught: Caught; readonly taken: BondDeletion },
  { terms }: Taking,
): TakenFromHolder => ({
  ...taken,
  journals: [...caught.journals, ...taken.journals],
  items: [...caught.items, ...taken.items],
  vaults: changedVaults(vaults, caught.next, terms),
});
