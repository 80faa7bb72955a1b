import type {
  refundCredit as ofCredit,
  refundDeposit as ofDeposit,
} from '#contract/payouts/admin-sells';
import type { AnswerOf } from '#contract/api';
import { serializeDeposit } from '#contract/payments/serialize-deposit';
import { serializePayout } from '#contract/sells/serialize-sell';
import { formatAmount, lamports } from '#domain/base/money';
import { type Result, ok } from '#domain/base/result';
import type { Answer, Call } from '../kernel/base/route.ts';
import type { Admin } from '../kernel/guards/owner.ts';
import { type PayingParts, payoutResponse, payOut } from './pay-out.ts';

/** Pays an unmatched deposit back, once: to its sender, or to an address that an owner signs for. */
export async function refundDeposit(
  parts: PayingParts,
  admin: Admin,
  {
    id: subject,
    reason,
    receiver,
    signedTransaction,
    ...proof
  }: { readonly id: string } & Call<typeof ofDeposit>['body'],
): Promise<Result<Answer<AnswerOf<typeof ofDeposit>>>> {
  const asked = { subject, receiver, admin, notes: reason ?? null, signedTransaction, proof };
  const paid = await payOut(parts, { purpose: 'deposit', ...asked });
  if (!paid.ok) return paid;
  const { payout } = paid.value;
  const { deposit } = paid.value.subject;
  const shown = { payout: serializePayout(payout), receiver: payout?.receiver ?? null };
  return ok(payoutResponse({ ...serializeDeposit(deposit), ...shown }, payout));
}

/** Pays all usable fee credit of a user back. A repeated request returns the refund in progress. */
export async function refundCredit(
  parts: PayingParts,
  admin: Admin,
  {
    id: userId,
    reason,
    signedTransaction,
    ...proof
  }: { readonly id: string } & Call<typeof ofCredit>['body'],
): Promise<Result<Answer<AnswerOf<typeof ofCredit>>>> {
  const asked = { subject: userId, admin, notes: reason ?? null, signedTransaction, proof };
  const paid = await payOut(parts, { purpose: 'credit', ...asked });
  if (!paid.ok) return paid;
  const { payout } = paid.value;
  const amount = formatAmount('SOL', lamports(payout?.amount ?? 0n));
  return ok(payoutResponse({ userId, amount, payout: serializePayout(payout) }, payout));
}
