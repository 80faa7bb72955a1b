import type { PayToken } from '#domain/base/money';
import { type TransactionFacts, provenIn } from '#domain/bonds/deposit';
import { isStrayDust } from '#domain/bonds/settle';
import { type QuietTransaction, quietIn, quietRuns } from '#domain/treasury/quiet-transactions';
import type { Answer } from '../chain/answer.ts';
import type { Listed } from '../chain/signatures.ts';
import { paymentFacts } from '../store/bonds/facts.ts';
import { moveCursor } from '../store/bonds/watch-cursors.ts';
import { newId } from '../store/db/ids.ts';
import { addQuiet, knownAmong } from '../store/treasury/quiet-transactions.ts';
import type { RecordingParts } from './record-movements.ts';

/** Written down together at most. */
export const QUIET_MAX = 200;

/** A transaction that is quiet by what the chain says of it. */
export interface Candidate {
  readonly listed: Listed;
  readonly asked: Promise<Answer<TransactionFacts>>;
  readonly facts: TransactionFacts;
  readonly quiet: QuietTransaction;
}

/** A transaction as a quiet one of an account; null where it is none, or cannot be read. */
export async function quietOf(
  { chain, nonces, ignoredPayers: faucets }: RecordingParts,
  token: PayToken,
  { listed, asked }: { readonly listed: Listed; readonly asked: Promise<Answer<TransactionFacts>> },
): Promise<Candidate | null> {
  const [answer] = await Promise.allSettled([asked]);
  if (answer.status === 'rejected' || answer.value.kind !== 'fact') return null;
  const { value: facts } = answer.value;
  const { till } = chain;
  const quiet = quietIn(token, { facts, till, faucets, nonceAuthority: nonces.authority });
  return quiet && { listed, asked, facts, quiet };
}

interface Taking {
  readonly address: string;
  readonly token: PayToken;
  /** Where the cursor stands. */
  readonly at: string | null;
  /** Deals with one that is not quiet after all, and steps past it; false where it cannot be read now. */
  readonly takeOne: (listed: Listed, asked: Promise<Answer<TransactionFacts>>) => Promise<boolean>;
}

/**
 * Writes quiet transactions down together, in order: dust is counted, and what moved nothing is
 * remembered as seen. Answers where the cursor stands then; null where it cannot go on now, or another
 * node has moved it.
 */
export async function takeQuiet(
  parts: RecordingParts,
  candidates: readonly Candidate[],
  { address, token, at: began, takeOne }: Taking,
): Promise<{ readonly at: string | null } | null> {
  const { database } = parts;
  const newest = candidates.at(-1)?.listed;
  if (!newest) return { at: began };
  const known = await knownAmong(
    database,
    token,
    candidates.map(({ listed }) => listed),
  );
  const fresh = candidates.filter(({ listed }) => !known.has(listed.signature));
  const expected = await expectedAmong(parts, fresh);
  let at = began;
  let together: QuietTransaction[] = [];
  const write = async (): Promise<boolean> => {
    for (const { transactions, dust } of quietRuns(together)) {
      const last = transactions.at(-1);
      if (!last) continue;
      const counted = dust && { ...dust, token, id: newId(dust.blockTime) };
      const step = { address, from: at, to: last };
      if (!(await addQuiet(database, { token, transactions, dust: counted }, step))) return false;
      at = last.signature;
    }
    together = [];
    return true;
  };
  for (const { listed, asked, quiet } of fresh) {
    if (!expected.has(listed.signature)) {
      together.push(quiet);
      continue;
    }
    if (!(await write()) || !(await takeOne(listed, asked))) return null;
    at = listed.signature;
  }
  if (!(await write())) return null;
  if (at !== newest.signature) await moveCursor(database, address, newest);
  return { at: newest.signature };
}

/** Those with dust that something of its payer's expects: it is a payment like any other. */
async function expectedAmong(
  { database, chain }: RecordingParts,
  candidates: readonly Candidate[],
): Promise<ReadonlySet<string>> {
  const payments = candidates.flatMap(({ facts }) => provenIn(facts, chain.till));
  if (payments.length === 0) return new Set();
  const facts = await paymentFacts.read(database, payments);
  const expected = payments.filter((payment, i) => {
    const of = facts[i];
    return of ? !isStrayDust(of, payment) : true;
  });
  return new Set(expected.map(({ signature }) => signature));
}
