import { MINUTE_MS } from '#domain/base/time';
import type { Movement } from '#domain/treasury/movement';
import { movementFigures } from '#domain/treasury/movement-figure';
import type { Parts } from '../kernel/parts.ts';
import { followedAt, readCursor, resumeCursor, startCursor } from '../payments/watch-cursors.ts';
import { newId } from '../kernel/db/ids.ts';
import { readHead } from '../kernel/terms/protocol-head.ts';
import { readMovementTotals } from './known-movements.ts';
import { openMovements, openingSlotOf, partsOf } from './movement-queries.ts';
import { tokenOf } from './record-movements.ts';

type BeginningParts = Pick<Parts, 'database' | 'chain' | 'alert'>;

/** Maximum difference between the newest finalized block's time and now. */
const BLOCK_AGE_MS_MAX = 10 * MINUTE_MS;

/** Alert while watching cannot begin; no payment counts until then. */
const STALE_SLOT_ALERT =
  'watching has not begun: the newest slot that the providers name has no block of the last ten minutes; ' +
  'check SOLANA_RPC_URL and this machine’s clock';

/**
 * Starts watching at the newest transaction, and ignores everything up to its slot. The slot must be current,
 * because a future slot would exclude payments for good, and an old one would include payments of another
 * database.
 */
export async function beginWatching(parts: BeginningParts, address: string): Promise<void> {
  const { database, chain, alert } = parts;
  const reached = await chain.slot('finalized');
  const newest = await chain.newestSignature(address, 'finalized');
  if (reached.kind !== 'fact' || newest.kind === 'unknown') return;
  const { signature, slot } = newest.kind === 'fact' ? newest.value : { signature: null, slot: 0 };
  const startedSlot = Math.max(reached.value, newest.kind === 'fact' ? slot : newest.slot);
  const made = await chain.blockTime(startedSlot);
  const { now } = await readHead(database);
  if (made.kind !== 'fact' || Math.abs(now - made.value) > BLOCK_AGE_MS_MAX) {
    alert(STALE_SLOT_ALERT, { address });
    return;
  }
  const moved = await handOver(parts, address, { newest: signature, slot: startedSlot });
  if (!moved) return;
  await startCursor(database, address, { signature, slot, startedSlot, moved });
}

/** Return of the treasury to an earlier address. */
export interface Return {
  /** Slot at which watching the address in between began. */
  readonly followedSlot: number;
  /** Finalized slot, read before the address was listed. */
  readonly reachedSlot: number;
}

/**
 * Returns when an earlier treasury address became the treasury again; null if it always was, or if the chain
 * does not respond.
 */
export async function readReturn(
  { database, chain }: Pick<Parts, 'database' | 'chain'>,
  address: string,
): Promise<Return | null> {
  const { treasury, treasuryTokenAccount } = chain.till;
  const followedSlot = await followedAt(database, address, [treasury, treasuryTokenAccount]);
  if (followedSlot === null) return null;
  const reached = await chain.slot('finalized');
  return reached.kind === 'fact' ? { followedSlot, reachedSlot: reached.value } : null;
}

/**
 * Resumes an earlier address of the treasury, once everything that reached it since is processed. A hand-over
 * movement then adjusts the recorded balance to the account's own.
 */
export async function resumeWatching(
  parts: Pick<Parts, 'database' | 'chain'>,
  address: string,
  { followedSlot, reachedSlot }: Return,
): Promise<void> {
  const { database } = parts;
  const cursor = await readCursor(database, address);
  const newest = cursor?.signature ?? null;
  const moved = await handOver(parts, address, { newest, slot: reachedSlot });
  if (moved) await resumeCursor(database, address, { startedSlot: followedSlot + 1, moved });
}

/**
 * Records the balance of an account after its newest processed transaction, as the opening balance of its
 * movements. If that transaction cannot be read, the movements begin with the next one.
 */
export async function beginMovements(
  { database, chain }: Pick<Parts, 'database' | 'chain'>,
  address: string,
  newest: string,
): Promise<void> {
  const token = tokenOf({ chain }, address);
  if (token === null || (await openingSlotOf(database, token)) !== null) return;
  const facts = await chain.facts(newest);
  if (facts.kind !== 'fact' || facts.value.blockTime === null) return;
  const { balances, slot, blockTime } = facts.value;
  const balance = balances.find((each) => each.token === token);
  if (balance) {
    await openMovements(database, { token, balance: balance.after }, { slot, at: blockTime });
  }
}

/**
 * Returns the hand-over to a new address: a movement from the recorded balance to the account's own; empty if
 * both are equal. The owner names it. Its signature is the address, because no transaction made it. Null if
 * the chain does not report the account's balance.
 */
async function handOver(
  parts: Pick<Parts, 'database' | 'chain'>,
  address: string,
  { newest, slot }: { readonly newest: string | null; readonly slot: number },
): Promise<readonly Movement[] | null> {
  const { database, chain } = parts;
  const token = tokenOf(parts, address);
  if (token === null || (await openingSlotOf(database, token)) === null) return [];
  const facts = newest === null ? null : await chain.facts(newest);
  if (facts && facts.kind !== 'fact') return null;
  const held = facts?.value.balances.find((each) => each.token === token)?.after ?? 0n;
  const figures = movementFigures(await readMovementTotals(database));
  const before = figures.find((each) => each.token === token)?.expected ?? 0n;
  if (held === before) return [];
  const { now } = await readHead(database);
  const own = { kind: 'own', counterparty: null, payoutId: null, failed: false } as const;
  // A resumed address has earlier hand-overs, so its part numbers continue.
  const part = await partsOf(database, address, token);
  const moved = { amount: held - before, before, after: held, part };
  const where = { token, signature: address, slot, blockTime: now };
  return [{ id: newId(now), ...own, ...moved, ...where }];
}
