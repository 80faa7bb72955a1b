import type { ListedDeposit } from '#domain/bonds/payment';
import type { CreditSubject, DepositSubject, SellSubject } from '#domain/sells/payout-subject';
import { SOL, day, pendingSell } from './builders.ts';

/** A pending request that is first in the queue. */
export const sellSubject = (changes: Partial<SellSubject> = {}): SellSubject => ({
  purpose: 'sell',
  sell: pendingSell(),
  wallet: 'wallet',
  username: 'User',
  place: 1,
  ...changes,
});

/** An unmatched deposit of half a SOL. */
export const depositSubject = (changes: Partial<ListedDeposit> = {}): DepositSubject => ({
  purpose: 'deposit',
  deposit: {
    id: 'd1',
    sender: 'sender',
    token: 'SOL',
    amount: SOL('0.5'),
    signature: 'paid',
    blockTime: day(7),
    slot: 1,
    small: false,
    status: 'open',
    refundProposed: false,
    ofCredit: false,
    ...changes,
  },
});

/** Half a SOL of fee credit, all of it final. */
export const creditSubject = (changes: Partial<CreditSubject> = {}): CreditSubject => ({
  purpose: 'credit',
  userId: 'u1',
  wallet: 'wallet',
  credit: SOL('0.5'),
  openFees: [],
  ...changes,
});
