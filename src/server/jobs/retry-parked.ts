import { errorText, tryAgainAt } from '#domain/base/back-off';
import type { Reached } from '#domain/bonds/arrival';
import type { Amount, PayToken } from '#domain/base/money';
import { type TransactionFacts, isOfEarlierTill } from '#domain/bonds/deposit';
import { isDust } from '#domain/bonds/payment';
import { MINUTE_MS } from '#domain/base/time';
import type { Answer } from '../chain/answer.ts';
import type { Parts } from '../parts.ts';
import {
  type ParkedTransaction,
  countTaken,
  park,
  parkedDue,
  unpark,
} from '../store/bonds/parked.ts';
import { watchedAddresses } from '../store/bonds/watch-cursors.ts';
import type { Database } from '../store/db/database.ts';
import { readHead } from '../store/terms/head.ts';
import { openingSlotOf } from '../store/treasury/movements.ts';
import { askedAhead } from '../base/asked-ahead.ts';
import { type TakingParts, processTransaction, reachedBy } from './take-transaction.ts';
import type { Job } from './job.ts';

type WatchingParts = TakingParts & Pick<Parts, 'nonces' | 'alert'>;

/** What one run does at most. Each failure puts a transaction further back: all have their turn. */
const BATCH = 100;

/** Tries again what the watcher had to put aside, until it can be dealt with. */
export function retryParked(parts: WatchingParts): Job {
  const { database, chain } = parts;
  return {
    name: 'retry-parked',
    everyMs: MINUTE_MS,
    where: 'leader',
    async run() {
      const { now } = await readHead(database);
      const due = await parkedDue(database, now, BATCH);
      if (due.length === 0) return;
      const reached = await reachedBy(parts);
      for (const [parked, asked] of askedAhead(due, ({ signature }) => chain.facts(signature))) {
        const error = await retry(parts, { signature: parked.signature, asked, reached });
        if (error === null) await unpark(database, parked.signature);
        else await park(database, parkedAgain(parked, error, now), now);
      }
    },
  };
}

const EARLIER = 'it is of before the treasury had its address: send back by hand what it paid';

/**
 * Why a transaction stays in the owner's list that paid an earlier address of the treasury: what it paid
 * cannot be told by the address of now. Null where all of it was taken, and of any other transaction.
 */
export async function leftOfEarlier(
  { database, chain }: Pick<Parts, 'database' | 'chain'>,
  facts: TransactionFacts,
): Promise<string | null> {
  const watched = await watchedAddresses(database);
  if (facts.err !== null || !isOfEarlierTill(facts, chain.till, watched)) return null;
  const paying = facts.transfers.filter(
    ({ destination, mint, amount }) =>
      watched.has(destination) &&
      !isDust({ token: mint === null ? 'SOL' : 'USDC', amount: amount as Amount<PayToken> }),
  );
  const payments = new Set(paying.map(({ authority, mint }) => `${authority} ${mint}`));
  return (await countTaken(database, facts.signature)) < payments.size ? EARLIER : null;
}

const parkedAgain = (
  { signature, failures: before }: ParkedTransaction,
  error: string,
  now: Parameters<typeof tryAgainAt>[1],
): ParkedTransaction => {
  const failures = before + 1;
  return { signature, failures, error, retryAt: tryAgainAt(failures, now) };
};

/** The tokens whose account was opened before a slot: what an opening counts already is no movement. */
async function openBefore(database: Database, slot: number): Promise<PayToken[]> {
  const tokens: PayToken[] = [];
  for (const token of ['SOL', 'USDC'] as const) {
    if (slot > ((await openingSlotOf(database, token)) ?? 0)) tokens.push(token);
  }
  return tokens;
}

/** Why a transaction still cannot be dealt with; null where it could. */
async function retry(
  parts: WatchingParts,
  {
    signature,
    asked,
    reached,
  }: {
    readonly signature: string;
    readonly asked: Promise<Answer<TransactionFacts>>;
    readonly reached: Reached | null;
  },
): Promise<string | null> {
  try {
    const facts = await asked;
    if (facts.kind !== 'fact') return unreadable(facts);
    if (facts.value.commitment === 'processed')
      return unreadable({ kind: 'unknown', reason: 'behind' });
    const earlier = await leftOfEarlier(parts, facts.value);
    if (earlier !== null) return earlier;
    const tokens = await openBefore(parts.database, facts.value.slot);
    await processTransaction(parts, facts.value, { takesPayments: true, tokens, reached });
    return null;
  } catch (err) {
    parts.alert('a payment could not be processed and is tried again', { signature, err });
    return errorText(err);
  }
}

/** Why the chain does not show a transaction that it has listed. */
export const unreadable = (answer: Exclude<Answer<unknown>, { readonly kind: 'fact' }>): string =>
  `it cannot be read: ${answer.kind === 'absent' ? 'absent' : answer.reason}`;
