import type { Till, TransactionFacts } from '../bonds/deposit.ts';
import { type Result, ok, refuse } from '../base/result.ts';
import type { Payout } from './payout.ts';
import type { PayoutOrder } from './payout-subject.ts';

/**
 * Whether a transaction really is the treasury's payment of an order. The treasury need not be among
 * the signers: only its signers can move its money, and a multisig's account signs no transaction.
 */
export function judgePayout(
  facts: Pick<TransactionFacts, 'err' | 'transfers'>,
  { token, amount, receiver }: Pick<PayoutOrder, 'token' | 'amount' | 'receiver'>,
  till: Pick<Till, 'treasury' | 'usdcMint'>,
): Result<null> {
  const mismatch = (reason: string) => refuse('PAYOUT_MISMATCH', { reason });
  if (facts.err !== null) return mismatch('it failed on the chain');
  const mint = token === 'SOL' ? null : till.usdcMint;
  const ours = facts.transfers.filter(({ sourceOwner }) => sourceOwner === till.treasury);
  if (ours.length === 0) return mismatch('it moves nothing out of the treasury');
  const theirs = ours.filter(({ destinationOwner }) => destinationOwner === receiver);
  if (theirs.length === 0) return mismatch('it pays another wallet');
  const paid = theirs.filter((transfer) => transfer.mint === mint);
  if (paid.length === 0) return mismatch('it pays in another token');
  return paid.some((transfer) => transfer.amount === amount)
    ? ok(null)
    : mismatch('it pays another amount');
}

/** Judges the transaction by which a payout was made outside; null where the chain does not show it. */
export function judgeOutside(
  facts: TransactionFacts | null,
  payout: Payout,
  till: Pick<Till, 'treasury' | 'usdcMint'>,
): Result<null> {
  if (facts?.commitment !== 'finalized') return refuse('PAYOUT_NOT_FINAL');
  // Another payout of the same amount to the same wallet may have been paid before.
  if (facts.slot < payout.builtSlot) {
    return refuse('PAYOUT_MISMATCH', { reason: 'it is older than the payout' });
  }
  return judgePayout(facts, payout, till);
}
