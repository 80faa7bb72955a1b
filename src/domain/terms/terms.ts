import { type History, entryAt } from '../base/history.ts';
import {
  type Lmt,
  type LmtPrice,
  type UsdPrice,
  lamports,
  lmt,
  lmtPrice,
  usdPrice,
  usdc,
} from '../base/money.ts';
import type { Pause } from './pause.ts';
import { DEFAULT_SETTINGS, type Settings } from './settings.ts';
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS, SECOND_MS, WEEK_MS } from '../base/time.ts';

/** Time from the payment's block time until a bond can be claimed. */
export const BONDING_LOCK_MS = 24 * HOUR_MS;
/** Time from staking until a stake can be activated. */
export const VESTING_MS = 24 * HOUR_MS;
/** Length of a vault cycle; rewards accrue for at most this long. */
export const CYCLE_MS = WEEK_MS;
/** Time from maturity until the vault is restaked or released automatically. */
export const RESTAKE_WINDOW_MS = 24 * HOUR_MS;
/** Length of a sell period, from the request that opens it. */
export const SELL_PERIOD_MS = WEEK_MS;
/** Time in which the owner should decide a sell request. */
export const SELL_ANSWER_MS = 48 * HOUR_MS;
/** Time after a rejection, or a payout that failed for good, in which a request needs no open window. */
export const SELL_RETRY_MS = 24 * HOUR_MS;
/** Time for which the user of a released vault is shown that the window expired. */
export const WINDOW_EXPIRED_NOTICE_MS = WEEK_MS;
/** Time after a cancelled request in which a new one is paid at most what that one would have been paid. */
export const CANCELLED_CAP_MS = WEEK_MS;
/** Time for which a bond or fee quote holds its price. */
export const QUOTE_MS = 10 * MINUTE_MS;
/** Maximum time of a quoted payment's block after the quote's end. */
export const QUOTE_GRACE_MS = 60 * SECOND_MS;
/** Interval between two steps of the LMT price. */
export const PRICE_STEP_MS = WEEK_MS;
/** Maximum age of a market price for rules; an older one is only displayed. */
export const PRICE_FRESH_MS = 10 * MINUTE_MS;
/** Minimum age at which an unpaid bond can be called fake. */
export const FAKE_BOND_AGE_MS = HOUR_MS;
/** Length of the year of an APY. */
export const YEAR_MS = 365 * DAY_MS;
/** Slots after which a signature unknown to healthy nodes has failed. */
export const SIGNATURE_LOST_SLOTS = 300;
/** Slots after which a block is finalized or dropped. */
export const FINALITY_SLOTS = 32;
/**
 * Default slot duration, used until one has been measured. Newer validator versions shorten slots, and
 * blockhash lifetime with them.
 */
export const SLOT_MS = 400;
/** Time for which a finalized payment without a quote waits to be announced by its payer. */
export const ARRIVAL_GRACE_MS = 60 * SECOND_MS;

/** Maximum open vaults of one user. */
export const OPEN_VAULTS_MAX = 100;

/** Maximum unstakes of a vault in one window, because each leaves a permanent history line. */
export const UNSTAKES_MAX = 100;
/** Maximum sell requests that a user can cancel in a day, because each leaves a permanent history line. */
export const CANCELLED_MAX = 100;

/**
 * Divisor of the share of a vault (principal + rewards at maturity) that can be unstaked in one window: 1/2.
 */
export const UNSTAKE_CAP_DIVISOR = 2n;
/** Divisor of the share of the unstaked balance that can be sold in one period: 1/2. */
export const SELL_LIMIT_DIVISOR = 2n;

export const MIN_BOND = { SOL: lamports(10_000_000n), USDC: usdc(10_000n) } as const;
/**
 * Payments below this are dust: a refund would cost more than it returns. Unless expected, dust is recorded
 * but not refundable.
 */
export const DUST_BELOW = { SOL: lamports(10_000n), USDC: usdc(2_000n) } as const;
export const MIN_STAKE: Lmt = lmt(10_000n);
export const MIN_PAYOUT = { SOL: lamports(10_000_000n), USDC: usdc(2_000_000n) } as const;

export const DEFAULT_LMT_PRICE: LmtPrice = lmtPrice(987_000_000n);
/**
 * Maximum LMT price: a billion USDC. Entered prices and weekly steps end there, far below the range of a
 * column.
 */
export const LMT_PRICE_MAX: LmtPrice = lmtPrice(1_000_000_000_000_000n);
/** USD prices for display before any feed has responded. */
export const FALLBACK_PRICES: { readonly [symbol: string]: UsdPrice } = {
  SOL: usdPrice(200_000000000000n),
  USDC: usdPrice(1_000000000000n),
  KFR: usdPrice(2_466900000n),
  BML: usdPrice(2_387000n),
};

/** History of the changeable rules. A transition uses the rules in force at its own instant. */
export interface Terms {
  /** Built from all changes of settings (`settingsHistory`); entries after now are planned. */
  readonly settings: History<Settings>;
  readonly pauses: readonly Pause[];
}

/** Returns the settings in force at an instant; before the first change, those of the first. */
export function settingsAt(terms: Terms, at: Instant): Settings {
  return (entryAt(terms.settings, at) ?? terms.settings[0])?.value ?? DEFAULT_SETTINGS;
}
