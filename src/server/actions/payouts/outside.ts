import type { Readable } from 'node:stream';
import type { OutsidePayoutJson } from '#contract/admin-payouts';
import { formatAmount } from '#domain/base/money';
import { type Result, ok, refuse } from '#domain/base/result';
import { iso } from '#domain/base/time';
import { type Payout, awaitsOutside } from '#domain/sells/payout';
import { judgeOutside } from '#domain/sells/payout-judge';
import { subjectName } from '#domain/sells/payout-names';
import { settleOutside } from '#domain/sells/payout-steps';
import type { Answer } from '../../base/route.ts';
import { payoutKeys } from '../../chain/payout-keys.ts';
import type { Admin } from '../../guards/owner.ts';
import type { Parts } from '../../parts.ts';
import { payoutFacts, payoutLocks } from '../../store/sells/payout-facts.ts';
import { isPaidBy, outsidePayouts, payoutById } from '../../store/sells/payouts.ts';
import { type Decision, unwritten } from '../../store/write/commit.ts';
import { csvStream } from '../lists/csv-stream.ts';
import { payoutLog } from './payout-log.ts';

/** What a treasury that no wallet of ours signs for has to pay, oldest first. */
export async function listOutside({
  database,
}: Pick<Parts, 'database'>): Promise<OutsidePayoutJson[]> {
  return (await outsidePayouts(database)).map(present);
}

const HEAD = [
  'Id',
  'For',
  'Subject',
  'Token',
  'Amount',
  'Receiver',
  'Memo',
  'Reference',
  'Since',
  'Rent Charged',
];

/** The same as a file. */
export function exportOutside({
  database,
}: Pick<Parts, 'database'>): Promise<Result<Answer<Readable>>> {
  return csvStream('lmt-payouts-outside.csv', HEAD, rowsOf(database));
}

async function* rowsOf(database: Parts['database']) {
  const payouts = (await outsidePayouts(database)).map(present);
  yield payouts.map((of) => [
    of.id,
    of.purpose,
    of.subject,
    of.tokenType,
    of.amount,
    of.receiver,
    of.memo,
    of.reference,
    of.createdAt,
    of.rentCharged,
  ]);
}

/** Settles a payout by the transaction that paid it outside, judged on the chain's facts, once. */
export async function settlePayout(
  { database, writer, chain }: Pick<Parts, 'database' | 'writer' | 'chain'>,
  admin: Admin,
  { id }: { readonly id: string },
  {
    signature,
    reason = null,
  }: { readonly signature: string; readonly reason?: string | null | undefined },
): Promise<Result<OutsidePayoutJson>> {
  const missing = refuse('NOT_FOUND', { what: 'Payout' });
  const found = await payoutById(database, id);
  if (!found) return missing;
  let { amount } = found;
  if (awaitsOutside(found)) {
    const seen = await chain.facts(signature);
    if (seen.kind === 'unknown') return refuse('CHAIN_UNAVAILABLE');
    const judged = judgeOutside(seen.kind === 'fact' ? seen.value : null, found, chain.till);
    if (!judged.ok) return judged;
    amount = judged.value;
  }
  const isUsed = await isPaidBy(database, signature, found);
  return writer.commit({
    facts: payoutFacts[found.purpose],
    key: { id: found.subject, since: null },
    locks: { ...payoutLocks(found), payouts: [id] },
    missing,
    decide: (facts): Decision<Result<OutsidePayoutJson>> => {
      const settled = settleOutside(facts, { id, signature, amount, isUsed });
      if (!settled.ok) return unwritten(settled);
      const { changes, payout } = settled.value;
      if (!changes) return unwritten(ok(present(payout ?? found)));
      const log = payoutLog(admin, reason, facts, settled.value);
      return { plan: { ...changes, log }, answer: ok(present(payout)) };
    },
  });
}

function present(payout: Payout): OutsidePayoutJson {
  const { id, purpose, subject, token, receiver, createdAt, signature } = payout;
  return {
    id,
    purpose,
    subject,
    tokenType: token,
    amount: formatAmount(token, payout.amount),
    rentCharged: formatAmount(token, payout.rentCharged),
    receiver,
    memo: subjectName(purpose, subject),
    reference: payoutKeys(payout).forSubject,
    createdAt: iso(createdAt),
    signature,
  };
}
