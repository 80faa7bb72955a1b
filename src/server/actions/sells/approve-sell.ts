import type { SellJson } from '#contract/sells';
import { presentSell } from '#contract/present/sell';
import { type Result, ok } from '#domain/base/result';
import type { Admin } from '../../guards/owner.ts';
import type { Answer } from '../../base/route.ts';
import type { Proof } from '../users/prove-wallet.ts';
import { type Paying, paidAnswer, payOut } from '../payouts/pay-out.ts';

interface ApproveInput extends Omit<Proof, 'walletAddress'> {
  readonly notes?: string | null | undefined;
  readonly signedTransaction?: string | undefined;
}

/**
 * Approves a request and pays it, once. 202 with the transaction where the owner's wallet signs; 200
 * once the payout is stored and sent, however often it is asked for.
 */
export async function approveSell(
  parts: Paying,
  admin: Admin,
  {
    id: subject,
    notes = null,
    signedTransaction,
    ...proof
  }: { readonly id: string } & ApproveInput,
): Promise<Result<Answer<SellJson & { transaction?: string }>>> {
  const asked = { purpose: 'sell', subject, admin, notes, signedTransaction, proof } as const;
  const paid = await payOut(parts, asked);
  if (!paid.ok) return paid;
  const { subject: sell, payout, now } = paid.value;
  return ok(paidAnswer(presentSell(sell, payout, now), payout));
}
