import type { refundDeposit as endpoint } from '#contract/admin-sells';
import type { AnswerOf } from '#contract/api';
import { presentDeposit } from '#contract/present/deposit';
import { presentPayout } from '#contract/present/sell';
import { type Result, ok } from '#domain/base/result';
import type { Admin } from '../../guards/owner.ts';
import type { Answer, Call } from '../../base/route.ts';
import { type Paying, paidAnswer, payOut } from './pay-out.ts';

/** Pays an unmatched deposit back, once: to its sender, or to an address that an owner signs for. */
export async function refundDeposit(
  parts: Paying,
  admin: Admin,
  {
    id: subject,
    reason,
    receiver,
    signedTransaction,
    ...proof
  }: { readonly id: string } & Call<typeof endpoint>['body'],
): Promise<Result<Answer<AnswerOf<typeof endpoint>>>> {
  const paid = await payOut(parts, {
    purpose: 'deposit',
    subject,
    receiver,
    admin,
    notes: reason ?? null,
    signedTransaction,
    proof,
  });
  if (!paid.ok) return paid;
  const { payout } = paid.value;
  const { deposit } = paid.value.subject;
  const shown = { payout: presentPayout(payout), receiver: payout?.receiver ?? null };
  return ok(paidAnswer({ ...presentDeposit(deposit), ...shown }, payout));
}
