import type { PayoutJson } from '#contract/sells';
import { presentPayout } from '#contract/present/sell';
import { formatAmount, lamports } from '#domain/base/money';
import { type Result, ok } from '#domain/base/result';
import type { Admin } from '../../guards/owner.ts';
import type { Answer } from '../../base/route.ts';
import type { Proof } from '../users/prove-wallet.ts';
import { type Paying, paidAnswer, payOut } from './pay-out.ts';

interface RefundInput extends Omit<Proof, 'walletAddress'> {
  readonly reason?: string | null | undefined;
  readonly signedTransaction?: string | undefined;
}

interface Refund {
  readonly userId: string;
  readonly amount: string;
  readonly payout: PayoutJson | null;
  readonly transaction?: string;
}

/** Pays all fee credit of a user back that can be used; repeated, it answers with the refund under way. */
export async function refundCredit(
  parts: Paying,
  admin: Admin,
  {
    id: userId,
    reason: notes = null,
    signedTransaction,
    ...proof
  }: { readonly id: string } & RefundInput,
): Promise<Result<Answer<Refund>>> {
  const asked = {
    purpose: 'credit',
    subject: userId,
    admin,
    notes,
    signedTransaction,
    proof,
  } as const;
  const paid = await payOut(parts, asked);
  if (!paid.ok) return paid;
  const { payout } = paid.value;
  const amount = formatAmount('SOL', lamports(payout?.amount ?? 0n));
  return ok(paidAnswer({ userId, amount, payout: presentPayout(payout) }, payout));
}
