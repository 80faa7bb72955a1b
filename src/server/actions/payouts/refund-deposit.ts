import type { DepositJson } from '#contract/admin-deposits';
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
  readonly receiver?: string | undefined;
  readonly signedTransaction?: string | undefined;
}

type Refund = DepositJson & {
  payout: PayoutJson | null;
  receiver: string | null;
  transaction?: string;
};

/** Pays an unmatched deposit back, once: to its sender, or to an address that an owner signs for. */
export async function refundDeposit(
  parts: Paying,
  admin: Admin,
  {
    id: subject,
    reason: notes = null,
    receiver,
    signedTransaction,
    ...proof
  }: { readonly id: string } & RefundInput,
): Promise<Result<Answer<Refund>>> {
  const paid = await payOut(parts, {
    purpose: 'deposit',
    subject,
    receiver,
    admin,
    notes,
    signedTransaction,
    proof,
  });
  if (!paid.ok) return paid;
  const { payout } = paid.value;
  const { deposit } = paid.value.subject;
  const shown = { payout: presentPayout(payout), receiver: payout?.receiver ?? null };
  return ok(paidAnswer({ ...presentDeposit(deposit), ...shown }, payout));
}
