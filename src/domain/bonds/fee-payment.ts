import { creditOf, type Journal, move, system } from '../base/ledger.ts';
import { type Amount, type Lamports, type PayToken, lamports } from '../base/money.ts';
import type { Instant } from '../base/time.ts';
import type { Deposit } from './deposit.ts';
import type { NewPayment } from './payment.ts';

/** A lamport payment that the treasury received as a staking fee: it stands as the user's credit. */
export function feePaidJournal(
  userId: string,
  paymentId: string,
  paid: Lamports,
  at: Instant,
): Journal {
  const postings = move(system('treasury', 'SOL'), creditOf(userId), paid);
  return { kind: 'feePaid', at, userId, subject: paymentId, postings };
}

/** A payment of lamports that the chain has proven. */
export type FeePayment = Pick<
  Deposit,
  'signature' | 'payer' | 'blockTime' | 'slot' | 'finalized'
> & { readonly amount: Amount<PayToken> };

/** Whose credit a fee payment becomes, and under which id; `vaultId` is null where no stake takes it yet. */
interface Credited {
  readonly paymentId: string;
  readonly userId: string;
  readonly vaultId: string | null;
}

/** A proven fee payment is its payer's credit, and used by that. */
export function creditFee(
  { paymentId: id, userId, vaultId }: Credited,
  { signature, payer, amount, blockTime, slot, finalized }: FeePayment,
): { readonly journals: readonly Journal[]; readonly payments: readonly NewPayment[] } {
  const used: NewPayment = {
    id,
    signature,
    payer,
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
