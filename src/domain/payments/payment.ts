import { type Amount, type PayToken, sub } from '../base/money.ts';
import type { Instant } from '../base/time.ts';
import { DUST_BELOW } from '../terms/terms.ts';
import { checkBondAmount } from '../bonds/bond.ts';
import type { Deposit } from './unmatched-deposit.ts';

/** A payment that the chain has proven. */
export interface ProvenPayment {
  readonly signature: string;
  /** Null where no wallet clearly paid. */
  readonly payer: string | null;
  readonly token: PayToken;
  readonly amount: Amount<PayToken>;
  readonly blockTime: Instant;
  readonly slot: number;
  readonly finalized: boolean;
  /** Every key that its transaction names: a quote's reference is one of them. */
  readonly keys: readonly string[];
}

/**
 * Whether a payment was made before watching began, when the chain had come to `startedSlot`: by
 * another database on the same chain, or when there was no product to pay for.
 */
export function isBeforeStart({ slot }: Pick<ProvenPayment, 'slot'>, startedSlot: number): boolean {
  return slot <= startedSlot;
}

/** Whether a payment is worth less than its way back costs. */
export function isDust({ token, amount }: Pick<ProvenPayment, 'token' | 'amount'>): boolean {
  return amount < DUST_BELOW[token];
}

/** A payment that a wallet clearly made. */
export interface WalletPayment extends ProvenPayment {
  readonly payer: string;
}

/**
 * A payment to the treasury, and the one thing that it is used for. Only the bond that the watcher made of an
 * unannounced payment shares it, with one staking fee: each lamport counts once.
 */
export interface UsedPayment {
  readonly id: string;
  readonly signature: string;
  /** Empty where no wallet clearly paid. */
  readonly payer: string;
  readonly purpose: 'bond' | 'fee' | 'deposit';
  /** Id of the bond, vault or deposit; the payment's own id where it stands as fee credit. */
  readonly subject: string;
  readonly userId: string | null;
  readonly token: PayToken;
  /** All that was paid. */
  readonly amount: Amount<PayToken>;
  /** The part of the amount that a stake took as its fee; the bond or deposit has the rest. */
  readonly feeTaken: Amount<PayToken>;
  readonly blockTime: Instant;
  readonly slot: number;
  readonly finalized: boolean;
}

/** The part of a payment that its bond or deposit has. */
export function restOf({
  amount,
  feeTaken,
}: Pick<UsedPayment, 'amount' | 'feeTaken'>): Amount<PayToken> {
  return sub(amount, feeTaken);
}

/** A payment that is used from now on, by the user whose change this is. */
export type NewPayment = Omit<UsedPayment, 'userId'>;

/** A proven payment as it is used for something. */
export function usedFor(
  { signature, payer, token, amount, blockTime, slot, finalized }: ProvenPayment,
  use: Pick<NewPayment, 'id' | 'purpose' | 'subject'>,
): NewPayment {
  const paid = { signature, payer: payer ?? '', token, amount, blockTime, slot, finalized };
  return { ...paid, feeTaken: 0n as Amount<PayToken>, ...use };
}

/** An unmatched deposit as it is listed for the owner. */
export interface ListedDeposit extends Deposit {
  /** Below the smallest bond: hidden by default. */
  readonly small: boolean;
  /** Kept: the owner said that it is the owner's own money. */
  readonly status: 'open' | 'assigned' | 'refunded' | 'kept';
  /** Whether its payer was quoted a price and cannot have the bond: it is to go back. */
  readonly refundProposed: boolean;
  /** Whether it is what was left of fee payments of a user who was deleted: it can only go back. */
  readonly ofCredit: boolean;
}

/** A deposit as it is listed first. */
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
