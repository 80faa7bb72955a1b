import type { Instant } from '#domain/base/time';
import { type MovementFigure, movementFigures } from '#domain/treasury/movement-figure';
import type { KnownMovement } from '#domain/treasury/movement-use';
import type { Parts } from '../kernel/parts.ts';
import { type Owed, readOwed } from '../kernel/ledger/liabilities.ts';
import { movementsPage, readMovementTotals } from './known-movements.ts';

/** Returns the liabilities to users; memoized if the read is slow. */
export function recentOwed(
  { database, cache }: Pick<Parts, 'database' | 'cache'>,
  now: Instant,
): Promise<Owed> {
  return cache.memo('owed', () => readOwed(database, now));
}

/** Reconciliation of the treasury's movements, and those that concern the owner. */
interface Reconciliation {
  readonly figures: readonly MovementFigure[];
  /** Newest movements that concern the owner. */
  readonly concerns: readonly KnownMovement[];
}

const CONCERNS_MAX = 20;

/** Returns the reconciliation of the treasury; memoized if the read is slow. */
export function recentReconciliation({
  database,
  cache,
}: Pick<Parts, 'database' | 'cache'>): Promise<Reconciliation> {
  return cache.memo('reconciliation', async () => {
    const figures = movementFigures(await readMovementTotals(database));
    const which = { token: null, kind: null, concernsOwner: true };
    return {
      figures,
      concerns: await movementsPage(database, which, { before: null, limit: CONCERNS_MAX }),
    };
  });
}
