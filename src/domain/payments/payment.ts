import { type Amount, type PayToken, sub } from '../base/money.ts';
import type { Instant } from '../base/time.ts';
import { DUST_BELOW } from '../terms/terms.ts';
import { checkBondAmount } from '../bonds/bond.ts';
import type { Deposit } from './unmatched-deposit.ts';

/** Payment proven by the chain. */
export interface ProvenPayment {
  readonly signature: string;
  /** Null if no wallet clearly paid. */
  readonly payer: string | null;
  readonly token: PayToken;
  readonly amount: Amount<PayToken>;
  readonly blockTime: Instant;
  readonly slot: number;
  readonly finalized: boolean;
  /** Account keys of its transaction. A quote's reference is one of them. */
  readonly keys: readonly string[];
}

/**
 * True if a payment was made before the watcher's first start at `startedSlot`. It was made to another database on
 * the same chain, or before the product existed.
 */
export function isBeforeStart({ slot }: Pick<ProvenPayment, 'slot'>, startedSlot: number): boolean {
  return slot <= startedSlot;
}

/** True if a refund of the payment would cost more than it returns. */
export function isDust({ token, amount }: Pick<ProvenPayment, 'token' | 'amount'>): boolean {
  return amount < DUST_BELOW[token];
}

/** Payment with a known paying wallet. */
export interface WalletPayment extends ProvenPayment {
  readonly payer: string;
}

/**
 * Payment to the treasury with its single use. The only shared payment is that of a bond made by the watcher, which
 * one staking fee may be taken from.
 */
export interface UsedPayment {
  readonly id: string;
  readonly signature: string;
  /** Empty if no wallet clearly paid. */
  readonly payer: string;
  readonly purpose: 'bond' | 'fee' | 'deposit';
  /** Id of the bond, vault or deposit; the payment's own id if it is unused fee credit. */
  readonly subject: string;
  readonly userId: string | null;
  readonly token: PayToken;
  /** Total paid. */
  readonly amount: Amount<PayToken>;
  /** Part of the amount taken as a staking fee; the bond or deposit has the rest. */
  readonly feeTaken: Amount<PayToken>;
  readonly blockTime: Instant;
  readonly slot: number;
  readonly finalized: boolean;
}

/** Returns the part of a payment that its bond or deposit has. */
export function restOf({
  amount,
  feeTaken,
}: Pick<UsedPayment, 'amount' | 'feeTaken'>): Amount<PayToken> {
  return sub(amount, feeTaken);
}

/** New payment row; the user is that of the change. */
export type NewPayment = Omit<UsedPayment, 'userId'>;

/** Builds the row of a proven payment with its use. */
export function usedFor(
  { signature, payer, token, amount, blockTime, slot, finalized }: ProvenPayment,
  use: Pick<NewPayment, 'id' | 'purpose' | 'subject'>,
): NewPayment {
  const paid = { signature, payer: payer ?? '', token, amount, blockTime, slot, finalized };
  return { ...paid, feeTaken: 0n as Amount<PayToken>, ...use };
}

/** Unmatched deposit in the owner's list. */
export interface ListedDeposit extends Deposit {
  /** True if below the minimum of a bond; hidden by default. */
  readonly small: boolean;
  /** `kept`: the owner marked it as their own money. */
  readonly status: 'open' | 'assigned' | 'refunded' | 'kept';
  /** True if a refund is proposed: its bond was quoted and is not possible, or USDC was off its peg. */
  readonly refundProposed: boolean;
  /** True if it is unused fee credit of a deleted user, which can only be refunded. */
  readonly ofCredit: boolean;
}

/** Builds the list entry of a new deposit. */
export function openDeposit(
  deposit: Deposit,
  {
    refundProposed = false,
    ofCredit = false,
  }: Partial<Pick<ListedDeposit, 'refundProposed' | 'ofCredit'>> = {},
): ListedDeposit {
  const small = !checkBondAmount(deposit).ok;
  return { ...deposit, small, status: 'open', refundProposed, ofCredit };
}
