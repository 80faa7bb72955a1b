import type { UsdPrice } from '#domain/base/money';
import type { Settings } from '#domain/terms/terms';
import { type Instant, iso } from '#domain/base/time';
import { noteChange } from '../db/changes.ts';
import { type Session, statement } from '../db/database.ts';
import { lock } from '../db/locks.ts';

const ADD = statement(
  'settings-add',
  `with entry as (insert into settings (effective_at, staking_fee, sell_fee, restake_fee,
       withdrawal_fee, weekly_price_increase, max_supply, apy_mode, base_apy, current_apy,
       max_dynamic_apy, arbitrage_trading, yield_farming, high_frequency_trading)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14))
   update protocol set terms_version = terms_version + 1`,
);

/** Holds every other change of settings off until the caller's transaction ends: what is read then is the last. */
export async function lockSettings(transaction: Session): Promise<void> {
  await lock(transaction, 'settings');
}

/** Puts settings in force, in the transaction that holds the lock. */
export async function addSettings(
  transaction: Session,
  settings: Settings,
  from: Instant,
): Promise<void> {
  await transaction.query(ADD, [
    iso(from),
    settings.stakingFee,
    settings.sellFee,
    settings.restakeFee,
    settings.withdrawalFee,
    settings.weeklyPriceIncrease,
    settings.maxSupply,
    settings.apyMode,
    settings.baseApy,
    settings.currentApy,
    settings.maxDynamicApy,
    settings.arbitrageTrading,
    settings.yieldFarming,
    settings.highFrequencyTrading,
  ]);
  noteChange(transaction, { topics: ['protocol', 'treasury'] });
}

const ADD_SOL_FALLBACK = statement(
  'sol-fallback-add',
  `insert into market_prices (symbol, at, price, source) values ('SOL', $1, $2, 'fallback')`,
);

/** Writes down a SOL price that the owner's word stands for, until a feed gives one. */
export async function addSolFallback(
  transaction: Session,
  price: UsdPrice,
  at: Instant,
): Promise<void> {
  await transaction.query(ADD_SOL_FALLBACK, [iso(at), price]);
  noteChange(transaction, { topics: ['protocol', 'prices', 'treasury'] });
}
