import type { Session } from './database.ts';

/**
 * Every advisory lock of the house, in the order in which a transaction takes them: of two
 * transactions that need the same two, the second waits for the first, and neither for ever. A number
 * never changes, since nodes of two versions run side by side during an upgrade.
 *
 * Row locks come between: the protocol's row is taken after `terms`, a user's row after `supply`, and
 * `treasury` and `log` after both.
 */
const NUMBERS = {
  /** The schema: of several nodes that start at once, one migrates. */
  migrations: 5_173_001,
  /** The run of the audit: at most one is open. */
  audit: 5_173_008,
  /** The proofs of liabilities: of several nodes that take a day's snapshot, one keeps it. */
  proof: 5_173_012,
  /** The turn of asking the price feed: one node at a time. */
  feed: 5_173_010,
  /** Serializes changes of the settings. */
  settings: 5_173_007,
  /** The newest LMT price: each step, and each price that the owner sets, follows the one before it. */
  lmtPrice: 5_173_003,
  /** The pauses: each switch follows the one before it. */
  pauses: 5_173_005,
  /** The terms: sweeps share it. New ones queue behind a change, which the protocol's row does not do. */
  terms: 5_173_013,
  /** LMT issued: no two decisions rest on the same free supply. */
  supply: 5_173_006,
  /** The treasury's SOL and USDC: no two payouts reserve the same money. */
  treasury: 5_173_011,
  /** The last line of the owner's log, whose hash the next line carries. */
  log: 5_173_002,
} as const;

export type LockName = keyof typeof NUMBERS;

/** Takes the locks in the table's order, in one statement; they are held until the transaction ends. */
export async function lock(transaction: Session, ...names: readonly LockName[]): Promise<void> {
  const inOrder = Object.entries(NUMBERS).filter(([name]) => names.some((asked) => asked === name));
  const calls = inOrder.map(([, number]) => `pg_advisory_xact_lock(${number})`);
  if (calls.length > 0) await transaction.exec(`select ${calls.join(', ')}`);
}

/** Takes a lock that others may share, after all who wait to have it alone; as an expression. */
export const sharedLock = (name: LockName): string =>
  `pg_advisory_xact_lock_shared(${NUMBERS[name]})`;
