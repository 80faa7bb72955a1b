import { provenIn } from '../bonds/deposit.ts';
import { isDust } from '../bonds/payment.ts';
import type { PayToken } from '../base/money.ts';
import type { Instant } from '../base/time.ts';
import { type Movement, type MovementInput, movementsOf } from './movement.ts';

/** A finalized transaction that brought an account of the till dust, or moved nothing on it. */
export interface QuietTransaction {
  readonly signature: string;
  readonly slot: number;
  readonly blockTime: Instant;
  /** The dust; 0 where nothing moved. */
  readonly amount: bigint;
  /** What the account held; both 0 where the transaction does not say. */
  readonly before: bigint;
  readonly after: bigint;
  /** Who paid; null where several did, or none clearly. */
  readonly payer: string | null;
}

/** A transaction as a quiet one; null where it has to be dealt with by itself. */
export function quietIn(
  token: PayToken,
  input: Omit<MovementInput, 'payouts'>,
): QuietTransaction | null {
  const { facts, till } = input;
  const { signature, slot, blockTime, commitment } = facts;
  if (commitment !== 'finalized' || blockTime === null) return null;
  if (!provenIn(facts, till).every(isDust)) return null;
  const parts = movementsOf(token, { ...input, payouts: [] });
  if (parts.some(({ kind }) => kind !== 'dust')) return null;
  const { before = 0n, after = 0n } = facts.balances.find((each) => each.token === token) ?? {};
  const amount = parts.reduce((sum, part) => sum + part.amount, 0n);
  const payer = parts.length === 1 ? (parts[0]?.counterparty ?? null) : null;
  return { signature, slot, blockTime, amount, before, after, payer };
}

/** Quiet transactions of an account, in order, that are written down together. */
export interface QuietRun {
  readonly transactions: readonly QuietTransaction[];
  /** All their dust as one movement; null where they brought none. */
  readonly dust: Omit<Movement, 'id' | 'token'> | null;
}

/**
 * Takes quiet transactions together, as far as each goes on from what the one before it left: then one
 * movement explains, to the last unit, what all of them changed.
 */
export function quietRuns(transactions: readonly QuietTransaction[]): QuietRun[] {
  const runs: QuietTransaction[][] = [];
  let held: bigint | null = null;
  for (const each of transactions) {
    const goesOn = held === null || each.amount === 0n || each.before === held;
    const run = runs.at(-1);
    if (run && goesOn) run.push(each);
    else runs.push([each]);
    if (each.amount !== 0n) held = each.after;
  }
  return runs.map((run) => ({ transactions: run, dust: dustOf(run) }));
}

function dustOf(run: readonly QuietTransaction[]): QuietRun['dust'] {
  const dust = run.filter(({ amount }) => amount !== 0n);
  const [first, last] = [dust[0], dust.at(-1)];
  if (!first || !last) return null;
  return {
    signature: last.signature,
    part: 0,
    kind: 'dust',
    amount: dust.reduce((sum, { amount }) => sum + amount, 0n),
    before: first.before,
    after: last.after,
    counterparty: dust.length === 1 ? last.payer : null,
    payoutId: null,
    slot: last.slot,
    blockTime: last.blockTime,
    failed: false,
    transactions: dust.length,
  };
}
