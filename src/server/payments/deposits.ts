import type { Readable } from 'node:stream';
import type { DepositJson, ParkedPaymentJson } from '#contract/payments/admin-deposits';
import type { BondJson } from '#contract/bonds/bonds';
import { serializeBond } from '#contract/bonds/serialize-bond';
import { serializeDeposit } from '#contract/payments/serialize-deposit';
import type { CsvColumns } from '#domain/base/csv';
import { type Result, ok, refuse } from '#domain/base/result';
import { iso } from '#domain/base/time';
import { decideAssignment } from '#domain/payments/assignment';
import type { ListedDeposit } from '#domain/payments/payment';
import type { Answer } from '../kernel/base/route.ts';
import type { Admin } from '../kernel/guards/owner.ts';
import type { Parts } from '../kernel/parts.ts';
import { assignmentFacts } from './assignment-facts.ts';
import { depositsPage, openDeposits } from './deposit-queries.ts';
import { listParked as parkedOf } from './parked-queries.ts';
import { newId } from '../kernel/db/ids.ts';
import { type Decision, unwritten } from '../kernel/write/plan.ts';
import { csvStream, keysetPages } from '../kernel/lists/csv-stream.ts';

/** Returns open deposits, oldest first: payments that are neither bond nor fee. */
export async function listDeposits(
  { database }: Pick<Parts, 'database'>,
  { small }: { readonly small?: 'true' | 'false' | undefined },
): Promise<DepositJson[]> {
  return (await openDeposits(database, small === 'true')).map(serializeDeposit);
}

const PARKED_MAX = 200;

/** Returns transactions whose payments could not be processed, oldest first. */
export async function listParked({
  database,
}: Pick<Parts, 'database'>): Promise<ParkedPaymentJson[]> {
  return (await parkedOf(database, PARKED_MAX)).map(
    ({ signature, since, failures, retryAt, error }) => ({
      signature,
      since: iso(since),
      tries: failures,
      nextTryAt: iso(retryAt),
      error,
    }),
  );
}

interface Assignment {
  readonly userId: string;
  readonly reason?: string | null | undefined;
  /** An announced bond of the user, paid by the deposit if it still waits for a payment. */
  readonly announcedId?: string;
  /** True if the request only assigns. The response is then stored under the request's key. */
  readonly storesResponse?: boolean;
}

/** Assigns an unmatched deposit to a user, as a bond at the price at block time. */
export function assignDeposit(
  { writer, isStaticFeed }: Pick<Parts, 'writer' | 'isStaticFeed'>,
  { actor, call }: Admin,
  {
    id: depositId,
    userId,
    reason = null,
    announcedId,
    storesResponse = false,
  }: { readonly id: string } & Assignment,
): Promise<Result<BondJson>> {
  return writer.commit({
    facts: assignmentFacts,
    key: { depositId, userId, announcedId: announcedId ?? null },
    locks: { supply: true, users: [userId], deposits: [depositId] },
    missing: refuse('NOT_FOUND', { what: 'Deposit' }),
    decide(facts, inForce): Decision<Result<BondJson>> {
      const { now, deposit } = facts;
      const fillsAnnounced = announcedId !== undefined;
      const request = { bondId: newId(now), fillsAnnounced, isStaticFeed };
      const assigned = decideAssignment(facts, request, inForce);
      if (!assigned.ok) return unwritten(assigned);
      const [bond] = assigned.value.bonds;
      const [given] = assigned.value.deposits;
      const after = { ...serializeDeposit(given), bondId: bond.id, userId };
      const log = { actor, call, reason, before: serializeDeposit(deposit), after };
      const body = serializeBond(bond, now);
      const keep = storesResponse ? { keep: { status: 201, body } } : {};
      return { plan: { ...assigned.value, log, ...keep }, answer: ok(body) };
    },
  });
}

const PAGE = 1_000;

const COLUMNS: CsvColumns<DepositJson> = [
  ['Id', (of) => of.id],
  ['Sender', (of) => of.sender],
  ['Token', (of) => of.tokenType],
  ['Amount', (of) => of.amount],
  ['Signature', (of) => of.signature],
  ['Block Time', (of) => of.blockTime],
  ['Status', (of) => of.status],
  ['Small', (of) => of.small],
  ['Refund Proposed', (of) => of.refundProposed],
  ['Fee Credit', (of) => of.ofCredit],
];

/** Exports all payments that were neither bond nor fee, oldest first, as a CSV file. */
export function exportDeposits({
  database,
}: Pick<Parts, 'database'>): Promise<Result<Answer<Readable>>> {
  const pages = keysetPages<ListedDeposit>(PAGE, (last) => depositsPage(database, last, PAGE));
  const show = (rows: readonly ListedDeposit[]) => rows.map(serializeDeposit);
  return csvStream({ name: 'lmt-deposits.csv', columns: COLUMNS, show }, pages);
}
