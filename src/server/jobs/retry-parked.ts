import { errorText, tryAgainAt } from '#domain/base/back-off';
import type { Reached } from '#domain/bonds/arrival';
import { type TransactionFacts, isOfEarlierTill } from '#domain/bonds/deposit';
import { MINUTE_MS } from '#domain/base/time';
import type { Answer } from '../chain/answer.ts';
import type { Parts } from '../parts.ts';
import { type ParkedTransaction, park, parkedDue, unpark } from '../store/bonds/parked.ts';
import { watchedAddresses } from '../store/bonds/watch-cursors.ts';
import { readHead } from '../store/terms/head.ts';
import { askedAhead } from './asked-ahead.ts';
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

/** What it paid cannot be told by the address of now: it stays in the owner's list. */
const EARLIER = 'it is of before the treasury had its address: send back by hand what it paid';

const parkedAgain = (
  { signature, failures: before }: ParkedTransaction,
  error: string,
  now: Parameters<typeof tryAgainAt>[1],
): ParkedTransaction => {
  const failures = before + 1;
  return { signature, failures, error, retryAt: tryAgainAt(failures, now) };
};

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
    const watched = await watchedAddresses(parts.database);
    if (isOfEarlierTill(facts.value, parts.chain.till, watched)) return EARLIER;
    const tokens = ['SOL', 'USDC'] as const;
    await processTransaction(parts, facts.value, { takesPayments: true, tokens, reached });
    return null;
  } catch (err) {
    parts.alert('a payment could not be dealt with', { signature, err });
    return errorText(err);
  }
}

/** Why the chain does not show a transaction that it has listed. */
export const unreadable = (answer: Exclude<Answer<unknown>, { readonly kind: 'fact' }>): string =>
  `it cannot be read: ${answer.kind === 'absent' ? 'absent' : answer.reason}`;
