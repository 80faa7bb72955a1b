import type { Session } from './database.ts';

/**
 * All advisory locks, in the order in which a transaction takes them, which prevents deadlocks. A number never
 * changes, because nodes of two versions run side by side during an upgrade.
 *
 * Row locks come in between: the protocol's row after `terms`, users' rows after `supply`, then `treasury` and
 * `log`.
 */
const NUMBERS = {
  /** Serializes migrations of nodes that start at the same time. */
  migrations: 5_173_001,
  /** Ensures that at most one audit run is open. */
  audit: 5_173_008,
  /** Ensures that one node stores the day's snapshot of a proof of liabilities. */
  proof: 5_173_012,
  /** Serializes reads of the price feed across nodes. */
  feed: 5_173_010,
  /** Serializes changes of the settings. */
  settings: 5_173_007,
  /** Serializes new LMT prices: steps, and prices that the owner sets. */
  lmtPrice: 5_173_003,
  /** Serializes pausing and resuming. */
  pauses: 5_173_005,
  /** Serializes changes of the terms. Sweeps share it and queue behind a waiting change, unlike with a row lock. */
  terms: 5_173_013,
  /** Serializes decisions that depend on the free supply. */
  supply: 5_173_006,
  /** Serializes payouts' reservations of the treasury's SOL and USDC. */
  treasury: 5_173_011,
  /** Serializes lines of the owner's log, each of which contains the hash of the previous one. */
  log: 5_173_002,
} as const;

export type LockName = keyof typeof NUMBERS;

/** Takes locks in the order above, in one statement, until the transaction ends. */
export async function lock(transaction: Session, ...names: readonly LockName[]): Promise<void> {
  const inOrder = Object.entries(NUMBERS).filter(([name]) => names.some((asked) => asked === name));
  const calls = inOrder.map(([, number]) => `pg_advisory_xact_lock(${number})`);
  if (calls.length > 0) await transaction.exec(`select ${calls.join(', ')}`);
}

/** Builds an SQL expression that takes a shared lock, after all waiting exclusive requests. */
export const sharedLock = (name: LockName): string =>
  `pg_advisory_xact_lock_shared(${NUMBERS[name]})`;
