import type { approveSell as endpoint } from '#contract/payouts/admin-sells';
import type { AnswerOf } from '#contract/api';
import { serializeSell } from '#contract/sells/serialize-sell';
import { type Result, ok } from '#domain/base/result';
import type { Admin } from '../kernel/guards/owner.ts';
import type { Answer, Call } from '../kernel/base/route.ts';
import { type PayingParts, payoutResponse, payOut } from './pay-out.ts';

/**
 * Approves a sell request and pays it, once. Responds with 202 and the transaction if the owner's wallet
 * signs, and with 200 once the payout is stored and sent; a repeated request gets the same response.
 */
export async function approveSell(
  parts: PayingParts,
  admin: Admin,
  {
    id: subject,
    notes,
    signedTransaction,
    ...proof
  }: { readonly id: string } & Call<typeof endpoint>['body'],
): Promise<Result<Answer<AnswerOf<typeof endpoint>>>> {
  const asked = { subject, admin, notes: notes ?? null, signedTransaction, proof };
  const paid = await payOut(parts, { purpose: 'sell', ...asked });
  if (!paid.ok) return paid;
  const { subject: sell, payout, now } = paid.value;
  return ok(payoutResponse(serializeSell(sell, payout, now), payout));
}
