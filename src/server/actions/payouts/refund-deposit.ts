import type { DepositJson } from '#contract/admin';
import type { PayoutJson } from '#contract/sells';
import { presentDeposit } from '#contract/present/deposit';
import { presentPayout } from '#contract/present/sell';
import { refundDeposit as refunded } from '#domain/bonds/unmatched-deposit';
import type { Payout } from '#domain/sells/payout';
import { type Result, ok, refuse } from '#domain/base/result';
import type { Instant } from '#domain/base/time';
import type { Admin } from '../../guards/owner.ts';
import type { Answer } from '../../base/route.ts';
import type { Parts } from '../../parts.ts';
import { appendLog } from '../../store/ledger/admin-log.ts';
import type { Session } from '../../store/db/database.ts';
import { findDeposit, lockDeposit } from '../../store/bonds/deposits.ts';
import { latestPayouts } from '../../store/sells/payouts.ts';
import { writeLocked } from '../../store/write/write-plans.ts';
import { type Effect, payOut } from './pay-out.ts';

interface RefundInput {
  readonly reason?: string | undefined;
  readonly signedTransaction?: string | undefined;
}

type Refund = DepositJson & { payout: PayoutJson | null; transaction?: string };

/** Pays an unmatched deposit back to its sender, once. */
export async function refundDeposit(
  parts: Parts,
  admin: Admin,
  { id }: { readonly id: string },
  { reason, signedTransaction }: RefundInput,
): Promise<Result<Answer<Refund>>> {
  const { database } = parts;
  const deposit = await findDeposit(database, id);
  if (!deposit) return refuse('NOT_FOUND', { what: 'Deposit' });
  if (deposit.status === 'assigned') return refuse('DEPOSIT_DECIDED', { status: deposit.status });
  if (deposit.sender === null) {
    return refuse('PAYOUT_IMPOSSIBLE', { reason: 'no wallet clearly paid it' });
  }
  let newest: Payout | undefined = (await latestPayouts(database, [id])).get(id);
  if (deposit.status === 'open') {
    const { token, amount, sender: receiver } = deposit;
    const order = {
      purpose: 'deposit',
      subject: id,
      userId: null,
      token,
      amount,
      receiver,
    } as const;
    const paid = await payOut(parts, order, signedTransaction, whileOpen(admin, reason ?? null));
    if (!paid.ok) return paid;
    newest = paid.value;
  }
  const body = { ...presentDeposit(deposit), payout: presentPayout(newest) };
  if (newest?.status !== 'awaiting-signature') return ok({ status: 200, body });
  return ok({ status: 202, body: { ...body, transaction: newest.built } });
}

/** The deposit must still be nobody's; an open payout then keeps it from being assigned. */
function whileOpen({ actor, call }: Admin, reason: string | null): Effect {
  return async (session, { subject, status, signature }, { now }) => {
    const deposit = await lockDeposit(session, subject);
    if (deposit?.status !== 'open') {
      return refuse('DEPOSIT_DECIDED', { status: deposit?.status ?? 'gone' });
    }
    const before = presentDeposit(deposit);
    const after = { ...before, payout: { status, signature } };
    await appendLog(session, { at: now, actor, call, reason, before, after });
    return ok(null);
  };
}

/** The refund is finalized. */
export async function settleDeposit(
  session: Session,
  { subject }: Payout,
  now: Instant,
): Promise<void> {
  const deposit = await lockDeposit(session, subject);
  if (!deposit) throw new Error(`no deposit ${subject}`);
  await writeLocked(session, {
    userId: null,
    version: 0n,
    now,
    journals: [refunded(deposit, now)],
    items: [],
    deposits: [{ ...deposit, status: 'refunded' }],
  });
}
