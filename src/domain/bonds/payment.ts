import type { Amount, PayToken } from '../base/money.ts';
import type { Instant } from '../base/time.ts';
import { MIN_BOND } from '../terms/terms.ts';
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

/** A payment to the treasury, and the one thing that it is used for. */
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
  readonly amount: Amount<PayToken>;
  readonly blockTime: Instant;
  readonly slot: number;
  readonly finalized: boolean;
}

/** A payment that is used from now on, by the user whose change this is. */
export type NewPayment = Omit<UsedPayment, 'userId'>;

/** An unmatched deposit as it is listed for the owner. */
export interface ListedDeposit extends Deposit {
  /** Below the smallest bond: hidden by default. */
  readonly small: boolean;
  readonly status: 'open' | 'assigned' | 'refunded';
}

/** A deposit as it is listed first. */
export function openDeposit(deposit: Deposit): ListedDeposit {
  return { ...deposit, small: deposit.amount < MIN_BOND[deposit.token], status: 'open' };
}
