import type { Instant } from '#domain/base/time';
import { type MovementFigure, movementFigures } from '#domain/treasury/movement-figure';
import type { KnownMovement } from '#domain/treasury/movement-use';
import type { Parts } from '../../parts.ts';
import { type Owed, readOwed } from '../../store/ledger/liabilities.ts';
import { movementsPage, readMovementTotals } from '../../store/treasury/known-movements.ts';

/** Liabilities to users: live, or memoized where the read is slow. */
export function recentOwed(
  { database, cache }: Pick<Parts, 'database' | 'cache'>,
  now: Instant,
): Promise<Owed> {
  return cache.memo('owed', () => readOwed(database, now));
}

/** Whether what moved on the treasury's accounts adds up, and what of it the owner must look at. */
interface Reconciliation {
  readonly figures: readonly MovementFigure[];
  /** The newest of them. */
  readonly concerns: readonly KnownMovement[];
}

const CONCERNS_MAX = 20;

/** Reconciliation of the treasury: live, or memoized where the read is slow. */
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
