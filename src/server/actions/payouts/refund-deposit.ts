import type { DepositJson } from '#contract/admin';
import type { PayoutJson } from '#contract/sells';
import { presentDeposit } from '#contract/present/deposit';
import { presentPayout } from '#contract/present/sell';
import { type Result, ok } from '#domain/base/result';
import type { Admin } from '../../guards/owner.ts';
import type { Answer } from '../../base/route.ts';
import type { Proof } from '../users/prove-wallet.ts';
import { type Paying, paidAnswer, payOut } from './pay-out.ts';

interface RefundInput extends Omit<Proof, 'walletAddress'> {
  readonly reason?: string | null | undefined;
  readonly signedTransaction?: string | undefined;
}

type Refund = DepositJson & { payout: PayoutJson | null; transaction?: string };

/** Pays an unmatched deposit back to its sender, once. */
export async function refundDeposit(
  parts: Paying,
  admin: Admin,
  { id: subject }: { readonly id: string },
  { reason: notes = null, signedTransaction, ...proof }: RefundInput,
): Promise<Result<Answer<Refund>>> {
  const asked = { purpose: 'deposit', subject, admin, notes, signedTransaction, proof } as const;
  const paid = await payOut(parts, asked);
  if (!paid.ok) return paid;
  const { payout } = paid.value;
  const { deposit } = paid.value.subject;
  return ok(paidAnswer({ ...presentDeposit(deposit), payout: presentPayout(payout) }, payout));
}
