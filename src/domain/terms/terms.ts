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

/** From the payment's block time until a bond can be claimed. */
export const BONDING_LOCK_MS = 24 * HOUR_MS;
/** From staking until a stake can be activated. */
export const VESTING_MS = 24 * HOUR_MS;
/** One vault cycle: rewards accrue for at most this long. */
export const CYCLE_MS = WEEK_MS;
/** From maturity until the vault decides by itself. */
export const RESTAKE_WINDOW_MS = 24 * HOUR_MS;
/** One sell period, counted from the request that opens it. */
export const SELL_PERIOD_MS = WEEK_MS;
/** Time in which the owner means to answer a sell request. */
export const SELL_ANSWER_MS = 48 * HOUR_MS;
/** After a rejection, or a payout that failed for good, a request needs no open window for this long. */
export const SELL_RETRY_MS = 24 * HOUR_MS;
/** How long a released vault's owner is told that the window expired. */
export const WINDOW_EXPIRED_NOTICE_MS = WEEK_MS;
/** A request within this time of a cancelled one pays at most what that one would have paid. */
export const CANCELLED_CAP_MS = WEEK_MS;
/** How long a bond or fee quote holds its price. */
export const QUOTE_MS = 10 * MINUTE_MS;
/** A quoted payment's block time may be this much past the quote's end. */
export const QUOTE_GRACE_MS = 60 * SECOND_MS;
/** Between two steps of the LMT price. */
export const PRICE_STEP_MS = WEEK_MS;
/** A market price older than this is for display only. */
export const PRICE_FRESH_MS = 10 * MINUTE_MS;
/** An unpaid bond younger than this is never called fake. */
export const FAKE_BOND_AGE_MS = HOUR_MS;
/** The year that an APY speaks of. */
export const YEAR_MS = 365 * DAY_MS;
/** Slots after which a signature that healthy nodes do not know has failed. */
export const SIGNATURE_LOST_SLOTS = 300;
/** Slots after which what was in a block is final, or was dropped with its block. */
export const FINALITY_SLOTS = 32;
/** A slot's length until it was measured: it shrinks with the chain's versions, and the blockhash's life with it. */
export const SLOT_MS = 400;
/** How long a finalized payment that names no quote waits for its payer to say what it is for. */
export const ARRIVAL_GRACE_MS = 60 * SECOND_MS;

/** Vaults that are not completed, of one user. */
export const OPEN_VAULTS_MAX = 100;

/** Times that a vault can be unstaked from in one window: each leaves a line of history for good. */
export const UNSTAKES_MAX = 100;
/** Sell requests that a user can cancel in a day, for the same reason. */
export const CANCELLED_MAX = 100;

/** Share of a vault (principal + rewards at maturity) that one window lets out: 1/2. */
export const UNSTAKE_CAP_DIVISOR = 2n;
/** Share of the unstaked balance that one period lets be sold: 1/2. */
export const SELL_LIMIT_DIVISOR = 2n;

export const MIN_BOND = { SOL: lamports(10_000_000n), USDC: usdc(10_000n) } as const;
/**
 * Below this a payment is dust: sending it back would cost more than it is. It is counted, and held for
 * no sender, unless it is expected.
 */
export const DUST_BELOW = { SOL: lamports(10_000n), USDC: usdc(2_000n) } as const;
export const MIN_STAKE: Lmt = lmt(10_000n);
export const MIN_PAYOUT = { SOL: lamports(10_000_000n), USDC: usdc(2_000_000n) } as const;

export const DEFAULT_LMT_PRICE: LmtPrice = lmtPrice(987_000_000n);
/** Highest LMT price, a billion USDC: entered prices and weekly steps end there, far below what a column holds. */
export const LMT_PRICE_MAX: LmtPrice = lmtPrice(1_000_000_000_000_000n);
/** USD prices for display when no feed has ever answered. */
export const FALLBACK_PRICES: { readonly [symbol: string]: UsdPrice } = {
  SOL: usdPrice(200_000000000000n),
  USDC: usdPrice(1_000000000000n),
  KFR: usdPrice(2_466900000n),
  BML: usdPrice(2_387000n),
};

/** The rules' changeable part with its past: a transition uses what was in force at its own instant. */
export interface Terms {
  /** Folded from all changes of settings (`settingsHistory`); entries after now are planned. */
  readonly settings: History<Settings>;
  readonly pauses: readonly Pause[];
}

/** The settings in force at an instant; before the first change, the first. */
export function settingsAt(terms: Terms, at: Instant): Settings {
  return (entryAt(terms.settings, at) ?? terms.settings[0])?.value ?? DEFAULT_SETTINGS;
}
