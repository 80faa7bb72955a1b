import type { PayoutJson } from '#contract/sells';
import { presentPayout } from '#contract/present/sell';
import { refundCredit as take, usableCredit } from '#domain/vaults/fee-credit';
import { reverse } from '#domain/base/ledger';
import { type Amount, formatAmount, lamports } from '#domain/base/money';
import type { Payout } from '#domain/sells/payout';
import { type Result, ok, refuse } from '#domain/base/result';
import type { Instant } from '#domain/base/time';
import type { Admin } from '../../guards/owner.ts';
import type { Answer } from '../../base/route.ts';
import type { Parts } from '../../parts.ts';
import { appendLog } from '../../store/ledger/admin-log.ts';
import type { Session } from '../../store/db/database.ts';
import { openFeesOf } from '../../store/vaults/fee-payments.ts';
import { readHolder } from '../../store/users/holders.ts';
import { openPayoutOf } from '../../store/sells/payouts.ts';
import { writeLocked } from '../../store/write/write-plans.ts';
import { type Effect, payOut } from './pay-out.ts';

interface RefundInput {
  readonly reason?: string | undefined;
  readonly signedTransaction?: string | undefined;
}

interface Refund {
  readonly userId: string;
  readonly amount: string;
  readonly payout: PayoutJson | null;
  readonly transaction?: string;
}

/** Pays all fee credit of a user back that can be used; a refund that is under way is told of again. */
export async function refundCredit(
  parts: Parts,
  admin: Admin,
  { id: userId }: { readonly id: string },
  { reason, signedTransaction }: RefundInput,
): Promise<Result<Answer<Refund>>> {
  const { database } = parts;
  const holder = await readHolder(database, userId);
  if (!holder) return refuse('NOT_FOUND', { what: 'User' });
  const open = await openPayoutOf(database, 'credit', userId);
  const usable = usableCredit(holder.credit, await openFeesOf(database, userId));
  const amount: Amount<'SOL' | 'USDC'> = open?.amount ?? usable;
  if (amount === 0n) return refuse('NOTHING_TO_REFUND');
  const order = {
    purpose: 'credit',
    subject: userId,
    userId,
    token: 'SOL',
    amount,
    receiver: holder.wallet,
  } as const;
  const paid = await payOut(parts, order, signedTransaction, whileUsable(admin, reason ?? null));
  if (!paid.ok) return paid;
  const { status, built } = paid.value;
  const told = formatAmount('SOL', lamports(paid.value.amount));
  const body = { userId, amount: told, payout: presentPayout(paid.value) };
  if (status !== 'awaiting-signature') return ok({ status: 200, body });
  return ok({ status: 202, body: { ...body, transaction: built } });
}

/** The credit is taken when the payout is made out, so that no stake uses it meanwhile. */
function whileUsable({ actor, call }: Admin, reason: string | null): Effect {
  return async (session, { id, subject: userId, amount, status, signature }, step) => {
    const { isNew, now, version } = step;
    const holder = await readHolder(session, userId);
    if (!holder || version === null) return refuse('NOT_FOUND', { what: 'User' });
    const before = { credit: holder.credit.toString() };
    if (isNew) {
      const usable = usableCredit(holder.credit, await openFeesOf(session, userId));
      if (amount > usable) return refuse('CONFLICT');
      const journals = [take(userId, id, lamports(amount), now)];
      await writeLocked(session, { userId, version, now, journals, items: [] });
    }
    const after = { refund: amount.toString(), payout: { status, signature } };
    await appendLog(session, { at: now, actor, call, reason, before, after });
    return ok(null);
  };
}

/** The refund came to nothing: the credit stands to the user again. */
export async function giveCreditBack(
  session: Session,
  { id, subject: userId, amount }: Payout,
  version: bigint | null,
  now: Instant,
): Promise<void> {
  if (version === null) throw new Error(`no user ${userId}`);
  const journals = [reverse(take(userId, id, lamports(amount), now), now)];
  await writeLocked(session, { userId, version, now, journals, items: [] });
}
