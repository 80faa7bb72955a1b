import { type Instant, MINUTE_MS } from '#domain/base/time';
import { type MovementFigure, movementFigures } from '#domain/treasury/movement-figure';
import type { KnownMovement } from '#domain/treasury/movement-use';
import type { CacheSpec } from '../../cache/cache.ts';
import type { Parts } from '../../parts.ts';
import { type Owed, readOwed } from '../../store/ledger/liabilities.ts';
import { movementsPage, readMovementTotals } from '../../store/treasury/known-movements.ts';

const OWED: CacheSpec<Owed> = { maxAgeMs: MINUTE_MS, onlyIfLarge: true };

/** What is owed to users; within the last minute where the ledger is large. */
export function recentOwed(
  { database, cache }: Pick<Parts, 'database' | 'cache'>,
  now: Instant,
): Promise<Owed> {
  return cache.get(OWED, { now, read: () => readOwed(database, now) });
}

/** Whether what moved on the treasury's accounts adds up, and what of it the owner must look at. */
interface Reconciliation {
  readonly figures: readonly MovementFigure[];
  /** The newest of them. */
  readonly concerns: readonly KnownMovement[];
}

const RECONCILIATION: CacheSpec<Reconciliation> = { maxAgeMs: MINUTE_MS, onlyIfLarge: true };
const CONCERNS_MAX = 20;

/** As it stands; within the last minute where there is much to go over. */
export function recentReconciliation(
  { database, cache }: Pick<Parts, 'database' | 'cache'>,
  now: Instant,
): Promise<Reconciliation> {
  return cache.get(RECONCILIATION, {
    now,
    async read() {
      const figures = movementFigures(await readMovementTotals(database));
      const which = { token: null, kind: null, concernsOwner: true };
      return {
        figures,
        concerns: await movementsPage(database, which, { before: null, limit: CONCERNS_MAX }),
      };
    },
  });
}
