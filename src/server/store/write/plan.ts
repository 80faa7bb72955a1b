import type { Bond } from '#domain/bonds/bond';
import type { Deposit } from '#domain/bonds/correct';
import type { HistoryItem } from '#domain/base/change';
import type { Journal } from '#domain/base/ledger';
import type { PayToken } from '#domain/base/money';
import type { Sell, SellPeriod } from '#domain/sells/sell';
import type { Instant } from '#domain/base/time';
import type { Vault } from '#domain/vaults/vault';
import type { HeldKey } from '../../held-key.ts';

/** A payment signature that is used up by what a plan writes. */
export interface UsedPayment {
  readonly signature: string;
  /** Empty where no wallet clearly paid. */
  readonly payer: string;
  readonly id: string;
  readonly purpose: 'bond' | 'fee' | 'deposit';
  readonly subject: string;
  readonly token: PayToken;
  readonly amount: bigint;
  readonly blockTime: Instant;
  readonly slot: number;
  readonly finalized: boolean;
}

/** An unmatched deposit as it is listed for the owner. */
export interface StoredDeposit extends Deposit {
  readonly small: boolean;
  readonly status: 'open' | 'assigned' | 'refunded';
}

/** An answer that is kept under its request's key together with what it tells of. */
export interface KeptAnswer extends HeldKey {
  readonly status: number;
  /** JSON. */
  readonly answer: string;
}

/** A vault with the instant at which it next changes by itself. */
export interface StoredVault {
  readonly vault: Vault;
  readonly dueAt: Instant | null;
}

/**
 * Everything that one decision about one user writes, together or not at all, and only while the
 * user's version is still the one that was read. A plan of nobody (null) has no version to keep.
 */
export interface Plan {
  readonly userId: string | null;
  readonly version: bigint;
  readonly now: Instant;
  readonly journals: readonly Journal[];
  readonly items: readonly HistoryItem[];
  readonly bonds?: readonly Bond[];
  readonly vaults?: readonly StoredVault[];
  readonly sells?: readonly Sell[];
  readonly period?: SellPeriod;
  readonly payments?: readonly UsedPayment[];
  readonly deposits?: readonly StoredDeposit[];
  readonly keep?: KeptAnswer | null;
}
