import type { Deposit } from '#domain/bonds/deposit';
import type { Journal } from '#domain/base/ledger';
import { type Amount, type PayToken, lamports } from '#domain/base/money';
import type { Instant } from '#domain/base/time';
import { feePaidJournal } from '#domain/vaults/vault-stake';
import { newId } from '../../store/db/ids.ts';
import type { NewPayment } from '#domain/bonds/payment';

/** A proven payment of lamports by a user. */
export type FeePayment = Pick<
  Deposit,
  'signature' | 'payer' | 'blockTime' | 'slot' | 'finalized'
> & { readonly amount: Amount<PayToken> };

/** What a proven fee payment writes: it stands as its payer's credit, and is used up by that. */
export function feeCredit(
  userId: string,
  { signature, payer, amount, blockTime, slot, finalized }: FeePayment,
  now: Instant,
  vaultId: string | null = null,
): { readonly journals: readonly Journal[]; readonly payments: readonly NewPayment[] } {
  const id = newId(now);
  const used: NewPayment = {
    signature,
    payer,
    id,
    purpose: 'fee',
    subject: vaultId ?? id,
    token: 'SOL',
    amount,
    blockTime,
    slot,
    finalized,
  };
  return { journals: [feePaidJournal(userId, id, lamports(amount), blockTime)], payments: [used] };
}
