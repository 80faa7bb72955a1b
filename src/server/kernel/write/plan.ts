import type { Verification } from '#domain/audit/verification';
import type { Bond } from '#domain/bonds/bond';
import type { ListedDeposit, NewPayment, UsedPayment } from '#domain/payments/payment';
import type { StoredQuote } from '#domain/bonds/quote';
import type { HistoryItem } from '#domain/base/change';
import type { Journal } from '#domain/base/ledger';
import type { Lmt } from '#domain/base/money';
import type { Payout } from '#domain/payouts/payout';
import type { Sell } from '#domain/sells/sell';
import type { SellPeriod } from '#domain/sells/sell-limit';
import type { PauseSwitch } from '#domain/terms/pause';
import type { LmtPriceEntry, StoredMarketPrice } from '#domain/terms/price';
import type { SettingChange } from '#domain/terms/setting-changes';
import type { StoredHolding } from '#domain/treasury/holdings';
import type { MovementName } from '#domain/treasury/movement-use';
import type { Instant } from '#domain/base/time';
import type { FeeQuote } from '#domain/vaults/fee-quote';
import type { ScheduledVault } from '#domain/vaults/vault-schedule';
import type { VaultReview } from '#domain/vaults/vault-sweep';
import type { IdempotencyKey } from '../base/idempotency-key.ts';
import { currentRequestId } from '../base/purpose.ts';
import type { LogEntry } from '../ledger/admin-log.ts';

/** Answer that is stored under its request's key, together with what the request wrote. */
export interface StoredAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** All changes of one decision; written together or not at all. */
export interface Changes {
  /** Set if the changes belong to no user, although the facts are a user's. */
  readonly noUser?: true;
  readonly journals: readonly Journal[];
  readonly items: readonly HistoryItem[];
  readonly bonds?: readonly Bond[];
  readonly vaults?: readonly ScheduledVault[];
  /** Vaults of which only the time of the sweep's next check changes. */
  readonly vaultReviews?: readonly VaultReview[];
  readonly sells?: readonly Sell[];
  /** The user's new sell period. */
  readonly period?: SellPeriod;
  /** New payments. A payment that is stored already fails the write, which is then decided again. */
  readonly payments?: readonly NewPayment[];
  /** Payments whose use, user or finality changes. */
  readonly changedPayments?: readonly UsedPayment[];
  /** Payments that were rolled back and are deleted. */
  readonly freedPayments?: readonly UsedPayment[];
  readonly quotes?: readonly StoredQuote[];
  /** New quotes of staking fees. */
  readonly feeQuotes?: readonly FeeQuote[];
  readonly deposits?: readonly ListedDeposit[];
  readonly payouts?: readonly Payout[];
  /**
   * Ids of bonds (in `bonds`) to delete from every list, with the shortfall of each: LMT that could not be
   * taken back.
   */
  readonly hiddenBonds?: ReadonlyMap<string, Lmt>;
  /** Ids of vaults (in `vaults`) to delete from every list. */
  readonly hiddenVaults?: ReadonlySet<string>;
  readonly username?: string;
  /**
   * True to delete the user from every list and sign them out. The wallet's next sign-in creates another
   * user.
   */
  readonly removesUser?: boolean;
  readonly settings?: readonly SettingChange[];
  readonly lmtPrices?: readonly LmtPriceEntry[];
  readonly marketPrices?: readonly StoredMarketPrice[];
  readonly pauseSwitches?: readonly PauseSwitch[];
  /** Holdings whose amounts the owner entered. */
  readonly holdings?: readonly StoredHolding[];
  /** Names that the owner gave to movements of the treasury. */
  readonly movementNames?: readonly MovementName[];
  readonly verification?: Verification;
  /** Answer of the request, stored with the changes, so that a repeated request does not repeat them. */
  readonly keep?: StoredAnswer;
  /** The owner's act; its log line is written in the same transaction. */
  readonly log?: Omit<LogEntry, 'at'>;
}

/** Changes of one user, decided on a version of that user. Without a user (null) there is no version. */
export interface Plan extends Changes {
  readonly userId: string | null;
  readonly version: bigint;
  readonly now: Instant;
  /** Key of the request. The plan is written only while the request holds the key and has no answer. */
  readonly held?: IdempotencyKey | undefined;
  /** Id of the request that this plan comes from, however long ago. */
  readonly requestId?: string | undefined;
}

/** Builds the plan of the user on whose version the changes were decided. */
export const planOf = (
  changes: Changes,
  { userId, version, now }: Pick<Plan, 'userId' | 'version' | 'now'>,
  held?: IdempotencyKey,
): Plan => ({
  ...changes,
  // Set after the spread, because no decision may set a plan's user, version or key.
  userId: changes.noUser ? null : userId,
  version,
  now,
  held,
  requestId: currentRequestId(),
});

/** Answer of a decision, and the changes that make it true; null if nothing is written. */
export interface Decision<Answer> {
  readonly plan: Changes | null;
  readonly answer: Answer;
}

/** Builds a decision that writes nothing, such as a refusal. */
export const unwritten = <Answer>(answer: Answer): Decision<Answer> => ({ plan: null, answer });
