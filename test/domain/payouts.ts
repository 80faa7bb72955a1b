import type { ListedDeposit } from '#domain/payments/payment';
import type { CreditSubject, DepositSubject, SellSubject } from '#domain/payouts/payout-subject';
import type { OwedTokens } from '#domain/payouts/owed-tokens';
import { SOL, day, pendingSell } from './builders.ts';

const NONE = { credit: 0n, deposits: 0n, payouts: 0n };
export const NOTHING_OWED: OwedTokens = { SOL: NONE, USDC: NONE };

/** Pending request at the head of the queue. */
export const sellSubject = (changes: Partial<SellSubject> = {}): SellSubject => ({
  purpose: 'sell',
  sell: pendingSell(),
  wallet: 'wallet',
  username: 'User',
  place: 1,
  ...changes,
});

/** Unmatched deposit of half a SOL. */
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

/** Final fee credit of half a SOL. */
export const creditSubject = (changes: Partial<CreditSubject> = {}): CreditSubject => ({
  purpose: 'credit',
  userId: 'u1',
  wallet: 'wallet',
  credit: SOL('0.5'),
  openFees: [],
  ...changes,
});

/** Transfer of lamports from the treasury to `wallet`. */
export const transferOut = (amount: bigint) => ({
  mint: null,
  source: 'treasury',
  sourceOwner: 'treasury',
  destination: 'wallet',
  destinationOwner: 'wallet',
  authority: 'treasury',
  amount,
  own: false,
});
