import type { refundCredit as endpoint } from '#contract/admin-sells';
import type { AnswerOf } from '#contract/api';
import { presentPayout } from '#contract/present/sell';
import { formatAmount, lamports } from '#domain/base/money';
import { type Result, ok } from '#domain/base/result';
import type { Admin } from '../../guards/owner.ts';
import type { Answer, Call } from '../../base/route.ts';
import { type Paying, paidAnswer, payOut } from './pay-out.ts';

/** Pays all fee credit of a user back that can be used; repeated, it answers with the refund under way. */
export async function refundCredit(
  parts: Paying,
  admin: Admin,
  {
    id: userId,
    reason,
    signedTransaction,
    ...proof
  }: { readonly id: string } & Call<typeof endpoint>['body'],
): Promise<Result<Answer<AnswerOf<typeof endpoint>>>> {
  const asked = {
    purpose: 'credit',
    subject: userId,
    admin,
    notes: reason ?? null,
    signedTransaction,
    proof,
  } as const;
  const paid = await payOut(parts, asked);
  if (!paid.ok) return paid;
  const { payout } = paid.value;
  const amount = formatAmount('SOL', lamports(payout?.amount ?? 0n));
  return ok(paidAnswer({ userId, amount, payout: presentPayout(payout) }, payout));
}
