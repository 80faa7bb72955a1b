import type { Verification } from '#domain/audit/verification';
import type { Bond } from '#domain/bonds/bond';
import type { ListedDeposit, NewPayment, UsedPayment } from '#domain/bonds/payment';
import type { KeptQuote } from '#domain/bonds/quote';
import type { HistoryItem } from '#domain/base/change';
import type { Journal } from '#domain/base/ledger';
import type { Lmt } from '#domain/base/money';
import type { Payout } from '#domain/sells/payout';
import type { Sell, SellPeriod } from '#domain/sells/sell';
import type { PauseSwitch } from '#domain/terms/pause';
import type { LmtPriceEntry, StoredMarketPrice } from '#domain/terms/price';
import type { SettingChange } from '#domain/terms/setting-changes';
import type { KeptHolding } from '#domain/treasury/holdings';
import type { MovementName } from '#domain/treasury/movement-use';
import type { Instant } from '#domain/base/time';
import type { FeeQuote } from '#domain/vaults/fee-quote';
import type { ScheduledVault } from '#domain/vaults/vault-schedule';
import type { VaultReview } from '#domain/vaults/vault-sweep';
import type { HeldKey } from '../../base/held-key.ts';
import { requestIdNow } from '../../base/purpose.ts';
import type { LogEntry } from '../ledger/admin-log.ts';

/** An answer that is kept under its request's key together with what it tells of. */
export interface KeptAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** Everything that one decision changes; it is written together or not at all. */
export interface Changes {
  /** Whether what changes is no user's, although the facts are a user's. */
  readonly ofNobody?: true;
  readonly journals: readonly Journal[];
  readonly items: readonly HistoryItem[];
  readonly bonds?: readonly Bond[];
  readonly vaults?: readonly ScheduledVault[];
  /** Vaults of which nothing changes but when the sweep next looks at them. */
  readonly vaultReviews?: readonly VaultReview[];
  readonly sells?: readonly Sell[];
  /** The user's sell period from now on. */
  readonly period?: SellPeriod;
  /** Payments that are used from now on. One that is used already fails the write, which decides again. */
  readonly payments?: readonly NewPayment[];
  /** Payments whose use, user or finality changes. */
  readonly changedPayments?: readonly UsedPayment[];
  /** Payments that were rolled back: they are used for nothing any more. */
  readonly freedPayments?: readonly UsedPayment[];
  readonly quotes?: readonly KeptQuote[];
  /** New quotes of staking fees. */
  readonly feeQuotes?: readonly FeeQuote[];
  readonly deposits?: readonly ListedDeposit[];
  readonly payouts?: readonly Payout[];
  /** Ids of bonds (of `bonds`) that leave every list, with what could not be taken back of each. */
  readonly hiddenBonds?: ReadonlyMap<string, Lmt>;
  /** Ids of vaults (of `vaults`) that leave every list. */
  readonly hiddenVaults?: ReadonlySet<string>;
  readonly username?: string;
  /** Whether the user leaves every list and is signed out; the wallet's next sign-in makes another user. */
  readonly removesUser?: boolean;
  readonly settings?: readonly SettingChange[];
  readonly lmtPrices?: readonly LmtPriceEntry[];
  readonly marketPrices?: readonly StoredMarketPrice[];
  readonly pauseSwitches?: readonly PauseSwitch[];
  /** Holdings whose amounts the owner entered. */
  readonly holdings?: readonly KeptHolding[];
  /** What the owner says that movements of the treasury were. */
  readonly movementNames?: readonly MovementName[];
  readonly verification?: Verification;
  /** The request's answer: what a repetition must not do again is kept with what was done. */
  readonly keep?: KeptAnswer;
  /** The owner's act that this is; its line is written in the same transaction. */
  readonly log?: Omit<LogEntry, 'at'>;
}

/** Changes of one user, decided on a version of that user; of no user (null) there is no version. */
export interface Plan extends Changes {
  readonly userId: string | null;
  readonly version: bigint;
  readonly now: Instant;
  /** The key of the request that it is for: it is written only while the request holds it, unanswered. */
  readonly held?: HeldKey | undefined;
  /** The request that asked for it, however long ago. */
  readonly requestId?: string | undefined;
}

/** Changes as the plan of the user on whose version they were decided. */
export const planOf = (
  changes: Changes,
  { userId, version, now }: Pick<Plan, 'userId' | 'version' | 'now'>,
  held?: HeldKey,
): Plan => ({
  ...changes,
  // After them: no decision says whose plan it is, on which version, or under which key.
  userId: changes.ofNobody ? null : userId,
  version,
  now,
  held,
  requestId: requestIdNow(),
});

/** What a decision answers, and what must be written for it to be true; null where nothing must. */
export interface Decision<Answer> {
  readonly plan: Changes | null;
  readonly answer: Answer;
}

/** A decision that writes nothing, such as a refusal. */
export const unwritten = <Answer>(answer: Answer): Decision<Answer> => ({ plan: null, answer });
