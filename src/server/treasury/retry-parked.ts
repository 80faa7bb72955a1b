import { errorText, nextRetryAt } from '#domain/base/backoff';
import type { ChainProgress } from '#domain/payments/arrival';
import type { Amount, PayToken } from '#domain/base/money';
import { type ParsedTransaction, isOfEarlierTill } from '#domain/payments/deposit';
import { isDust } from '#domain/payments/payment';
import { MINUTE_MS } from '#domain/base/time';
import type { Answer } from '../kernel/rpc/answer.ts';
import type { Parts } from '../kernel/parts.ts';
import {
  type ParkedTransaction,
  countTaken,
  park,
  parkedDue,
  unpark,
} from '../payments/parked-queries.ts';
import { watchedAddresses } from '../payments/watch-cursors.ts';
import { readHead } from '../kernel/terms/protocol-head.ts';
import { prefetch } from '../kernel/base/prefetch.ts';
import type { Job } from '../kernel/jobs/job.ts';
import {
  type ProcessingParts,
  readChainProgress,
  takePayments,
  unreadable,
} from './process-transaction.ts';
import { recordMovements } from './record-movements.ts';

/** Maximum retries per run. Each failure delays the next retry, so every transaction gets its turn. */
const BATCH = 100;

/** Retries parked transactions until they are processed. */
export function retryParked(parts: ProcessingParts): Job {
  const { database, chain } = parts;
  return {
    name: 'retry-parked',
    everyMs: MINUTE_MS,
    where: 'leader',
    async run() {
      const { now } = await readHead(database);
      const due = await parkedDue(database, now, BATCH);
      if (due.length === 0) return;
      const reached = await readChainProgress(parts);
      for (const [parked, asked] of prefetch(due, ({ signature }) => chain.facts(signature))) {
        const { signature } = parked;
        const error = await retry(parts, { signature, facts: await asked, reached });
        if (error === null) await unpark(database, signature);
        else await park(database, withNextRetry(parked, error, now), now);
      }
    },
  };
}

interface Retry {
  readonly signature: string;
  readonly facts: Answer<ParsedTransaction>;
  readonly reached: ChainProgress | null;
}

const EARLIER = 'it is of before the treasury had its address: send back by hand what it paid';

/**
 * Returns why a transaction that paid an earlier address of the treasury stays parked: its payments cannot be
 * derived with the current address. Null if all of its payments are stored, or if it paid no earlier address.
 */
export async function earlierTreasuryError(
  { database, chain }: Pick<Parts, 'database' | 'chain'>,
  facts: ParsedTransaction,
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

const withNextRetry = (
  { signature, failures: before }: ParkedTransaction,
  error: string,
  now: Parameters<typeof nextRetryAt>[1],
): ParkedTransaction => {
  const failures = before + 1;
  return { signature, failures, error, retryAt: nextRetryAt(failures, now) };
};

/** Retries a transaction. Returns why it still cannot be processed; null if it was. */
async function retry(
  parts: ProcessingParts,
  { signature, facts, reached }: Retry,
): Promise<string | null> {
  try {
    if (facts.kind !== 'fact') return unreadable(facts);
    if (facts.value.commitment === 'processed')
      return unreadable({ kind: 'unknown', reason: 'behind' });
    const earlier = await earlierTreasuryError(parts, facts.value);
    if (earlier !== null) return earlier;
    await takePayments(parts, facts.value, reached);
    await recordParked(parts, facts.value);
    return null;
  } catch (err) {
    parts.alert('a payment could not be processed and is tried again', { signature, err });
    return errorText(err);
  }
}

/** Records a transaction for each of the treasury's accounts that it names. */
async function recordParked(parts: ProcessingParts, facts: ParsedTransaction): Promise<void> {
  const { treasury, treasuryTokenAccount } = parts.chain.till;
  for (const address of [treasury, treasuryTokenAccount]) {
    if (facts.accountKeys.includes(address)) await recordMovements(parts, address, facts);
  }
}
