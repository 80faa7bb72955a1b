import type { Readable } from 'node:stream';
import type { OutsidePayoutJson } from '#contract/payouts/admin-payouts';
import type { CsvColumns } from '#domain/base/csv';
import { formatAmount } from '#domain/base/money';
import { type Result, ok, refuse } from '#domain/base/result';
import { iso } from '#domain/base/time';
import { type Payout, awaitsOutside } from '#domain/payouts/payout';
import { type Paid, judgeOutside } from '#domain/payouts/payout-judge';
import { subjectLabel } from '#domain/payouts/payout-labels';
import { type DecidedPayout, settleOutside, withdrawOutside } from '#domain/payouts/payout-steps';
import type { Answer } from '../kernel/base/route.ts';
import { payoutKeys } from '../kernel/chain/payout-keys.ts';
import type { Admin } from '../kernel/guards/owner.ts';
import type { Parts } from '../kernel/parts.ts';
import { watchedAddresses } from '../payments/watch-cursors.ts';
import { type StoredPayouts, payoutFacts, payoutLocks } from './payout-facts.ts';
import { outsidePayouts, payoutById } from './payout-queries.ts';
import { type Decision, unwritten } from '../kernel/write/plan.ts';
import { csvStream } from '../kernel/lists/csv-stream.ts';
import { payoutLog } from './payout-log.ts';
import { checkUnpaid } from './check-unpaid.ts';

/** Returns the payouts to be made outside, oldest first, for a treasury whose key no wallet of ours holds. */
export async function listOutside({
  database,
}: Pick<Parts, 'database'>): Promise<OutsidePayoutJson[]> {
  return (await outsidePayouts(database)).map(({ payout, seen }) => present(payout, seen));
}

const COLUMNS: CsvColumns<OutsidePayoutJson> = [
  ['Id', (of) => of.id],
  ['For', (of) => of.purpose],
  ['Subject', (of) => of.subject],
  ['Token', (of) => of.tokenType],
  ['Amount', (of) => of.amount],
  ['Receiver', (of) => of.receiver],
  ['Memo', (of) => of.memo],
  ['Reference', (of) => of.reference],
  ['Since', (of) => of.createdAt],
  ['Rent Charged', (of) => of.rentCharged],
];

export function exportOutside(parts: Pick<Parts, 'database'>): Promise<Result<Answer<Readable>>> {
  async function* onePage() {
    yield await listOutside(parts);
  }
  const file = { name: 'lmt-payouts-outside.csv', columns: COLUMNS };
  return csvStream({ ...file, show: (rows) => rows }, onePage());
}

type Settled = Result<OutsidePayoutJson>;
type Named = { readonly id: string; readonly reason?: string | null | undefined };
type SettlingParts = Pick<Parts, 'database' | 'writer' | 'chain'>;
const MISSING = refuse('NOT_FOUND', { what: 'Payout' });

/** Settles a payout by the transaction that paid it outside, checked on the chain, once. */
export async function settlePayout(
  parts: SettlingParts,
  admin: Admin,
  { id, signature, reason = null }: Named & { readonly signature: string },
): Promise<Settled> {
  const { database, chain } = parts;
  const found = await payoutById(database, id);
  if (!found) return MISSING;
  let paid: Paid = { amounts: [], slot: 0 };
  if (awaitsOutside(found)) {
    const seen = await chain.facts(signature);
    if (seen.kind === 'unknown') return refuse('CHAIN_UNAVAILABLE');
    const till = { ...chain.till, earlier: await watchedAddresses(database) };
    const judged = judgeOutside(seen.kind === 'fact' ? seen.value : null, found, till);
    if (!judged.ok) return judged;
    paid = judged.value;
  }
  return step(parts, found, {
    admin,
    reason,
    signature,
    decide: (facts) => settleOutside(facts, { id, signature, ...paid }),
  });
}

/** Withdraws a payout that waits outside, if it is certain that nothing was paid. */
export async function withdrawPayout(
  parts: SettlingParts,
  admin: Admin,
  { id, reason = null }: Named,
): Promise<Settled> {
  const found = await payoutById(parts.database, id);
  if (!found) return MISSING;
  if (awaitsOutside(found)) {
    const unpaid = await checkUnpaid(parts, found);
    if (!unpaid.ok) return unpaid;
  }
  return step(parts, found, { admin, reason, decide: (facts) => withdrawOutside(facts, id) });
}

interface Step {
  readonly admin: Admin;
  readonly reason: string | null;
  readonly signature?: string;
  readonly decide: (facts: StoredPayouts) => Result<DecidedPayout>;
}

/**
 * Writes a step with its line in the owner's log. The treasury lock serializes steps that name the same
 * transaction.
 */
function step(
  { writer }: Pick<Parts, 'writer'>,
  found: Payout,
  { admin, reason, signature, decide }: Step,
): Promise<Settled> {
  const { id, purpose, subject } = found;
  const named = signature === undefined ? {} : { signature };
  return writer.commit({
    facts: payoutFacts[purpose],
    key: { id: subject, isMaking: false, ...named },
    locks: { ...payoutLocks(found), treasury: true, payouts: [id] },
    missing: MISSING,
    decide: (facts): Decision<Settled> => {
      const decided = decide(facts);
      if (!decided.ok) return unwritten(decided);
      const { changes, payout } = decided.value;
      if (!changes) return unwritten(ok(present(payout ?? found)));
      const log = payoutLog(admin, { reason, facts, changed: decided.value });
      return { plan: { ...changes, log }, answer: ok(present(payout)) };
    },
  });
}

function present(payout: Payout, seen: string | null = null): OutsidePayoutJson {
  const { id, purpose, subject, token, receiver, createdAt, status, signature } = payout;
  return {
    id,
    purpose,
    subject,
    tokenType: token,
    amount: formatAmount(token, payout.amount),
    rentCharged: formatAmount(token, payout.rentCharged),
    receiver,
    memo: subjectLabel(purpose, subject),
    reference: payoutKeys(payout).forSubject,
    createdAt: iso(createdAt),
    status: awaitsOutside(payout) ? 'awaiting-outside' : status,
    seenSignature: seen,
    signature,
  };
}
