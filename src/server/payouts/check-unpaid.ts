import { type Result, refuse } from '#domain/base/result';
import type { ParsedTransaction } from '#domain/payments/deposit';
import { MINUTE_MS } from '#domain/base/time';
import { type Payout, dueOf } from '#domain/payouts/payout';
import { attemptsOf } from '#domain/payouts/payout-attempts';
import { proveUnpaid } from '#domain/payouts/payout-unpaid';
import { movementFigures } from '#domain/treasury/movement-figure';
import { type Reading, fact } from '../kernel/rpc/answer.ts';
import { findPayment } from '../kernel/chain/payout-lookup.ts';
import type { Parts } from '../kernel/parts.ts';
import { type WatchCursor, readCursor, watchedAddresses } from '../payments/watch-cursors.ts';
import { paymentSeen, payoutsOfSubject } from './payout-queries.ts';
import { readHead } from '../kernel/terms/protocol-head.ts';
import { readMovementTotals } from '../treasury/known-movements.ts';

/** Maximum age of a finalized block that counts as current. Finalized blocks are about 15 s old. */
const BLOCK_AGE_MS_MAX = MINUTE_MS;

type CheckingParts = Pick<Parts, 'database' | 'chain'>;

/**
 * Checks all transactions since an outside payout was made. Refuses unless the payout certainly was not paid.
 */
export async function checkUnpaid(parts: CheckingParts, payout: Payout): Promise<Result<null>> {
  const { database, chain } = parts;
  const { token, builtSlot } = payout;
  const { treasury, treasuryTokenAccount } = chain.till;
  const named = await findPayment(chain, payout, {
    commitment: 'confirmed',
    reachedSlot: builtSlot,
    completeSince: builtSlot,
    attempts: attemptsOf(dueOf(payout), await payoutsOfSubject(database, payout)),
    watched: () => watchedAddresses(database),
  });
  // Reads the cursor before the totals, so that a movement recorded in between is counted twice rather than
  // missed.
  const address = token === 'SOL' ? treasury : treasuryTokenAccount;
  const cursor = await readCursor(database, address);
  const totals = movementFigures(await readMovementTotals(database));
  const figure = totals.find((each) => each.token === token);
  const seenBy = await paymentSeen(database, payout);
  const newer = await newerThan(parts, address, cursor);
  const finalSlot = await currentFinalSlot(parts);
  // Reads at `processed` from every provider, because only these balances show a transaction that is not
  // confirmed yet, or that a lagging provider has not listed.
  const held = await chain.balancesOfEach('processed');
  if (named.kind === 'unknown' || newer.kind !== 'fact' || held.kind !== 'fact') {
    return refuse('CHAIN_UNAVAILABLE');
  }
  return proveUnpaid(
    {
      namedBy: named.kind === 'fact' ? named.value.signature : null,
      seenBy,
      startedSlot: cursor?.startedSlot ?? null,
      written: cursor && figure?.opening ? figure.expected : null,
      newer: newer.value,
      held:
        finalSlot !== null && held.slot >= finalSlot
          ? held.value.map(({ lamports, usdc }) => (token === 'SOL' ? lamports : usdc))
          : null,
    },
    payout,
    chain.till,
  );
}

/**
 * Returns the newest finalized slot; null if its block is not current, because stalled providers do not know
 * of later payments.
 */
async function currentFinalSlot({ database, chain }: CheckingParts): Promise<number | null> {
  const newest = await chain.newestFinal();
  if (newest.kind !== 'fact') return null;
  const made = await chain.blockTime(newest.value);
  const { now } = await readHead(database);
  return made.kind === 'fact' && now - made.value <= BLOCK_AGE_MS_MAX ? newest.value : null;
}

/** Returns the transactions of an account since the watcher's cursor; null if not all of them can be read. */
async function newerThan(
  { chain }: Pick<Parts, 'chain'>,
  address: string,
  cursor: WatchCursor | null,
): Promise<Reading<readonly ParsedTransaction[] | null>> {
  if (!cursor) return fact(null, 0);
  const { slot, startedSlot, reconciledSlot } = cursor;
  const since = await chain.signaturesSince({
    address,
    commitment: 'confirmed',
    sinceSlot: Math.max(slot, startedSlot),
    seenSlot: slot,
    completeSlot: Math.max(slot, reconciledSlot),
  });
  if (since.kind !== 'fact') return since;
  if (!since.value.isComplete) return fact(null, 0);
  const read: ParsedTransaction[] = [];
  for (const listed of since.value.signatures.toReversed()) {
    const facts = await chain.facts(listed.signature);
    if (facts.kind !== 'fact') return fact(null, 0);
    read.push(facts.value);
  }
  return fact(read, since.slot);
}
