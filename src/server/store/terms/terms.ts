import type { History } from '#domain/base/history';
import type { LmtPrice } from '#domain/base/money';
import type { Pause } from '#domain/terms/pause';
import type { Settings, Terms } from '#domain/terms/terms';
import type { Instant } from '#domain/base/time';
import { type Database, type Session, only, statement } from '../db/database.ts';

/** Everything that has been in force, up to a version that grows with each change. */
export interface Rules {
  readonly version: bigint;
  readonly terms: Terms;
  readonly lmtPrices: History<LmtPrice>;
}

interface SettingsRow {
  readonly effective_at: Instant;
  readonly staking_fee: Settings['stakingFee'];
  readonly sell_fee: Settings['sellFee'];
  readonly restake_fee: Settings['restakeFee'];
  readonly withdrawal_fee: Settings['withdrawalFee'];
  readonly weekly_price_increase: Settings['weeklyPriceIncrease'];
  readonly max_supply: Settings['maxSupply'];
  readonly apy_mode: Settings['apyMode'];
  readonly base_apy: Settings['baseApy'];
  readonly current_apy: Settings['currentApy'];
  readonly max_dynamic_apy: Settings['maxDynamicApy'];
  readonly arbitrage_trading: Settings['arbitrageTrading'];
  readonly yield_farming: Settings['yieldFarming'];
  readonly high_frequency_trading: Settings['highFrequencyTrading'];
}

const VERSION = statement('terms-version', 'select terms_version as version from protocol');
const SETTINGS = statement('settings-all', 'select * from settings order by effective_at, id');
const PAUSES = statement('pauses-all', 'select at, paused from pause_events order by at, id');
const LMT_PRICES = statement(
  'lmt-prices-all',
  'select effective_at, price from lmt_prices order by effective_at, id',
);
/** Reads the whole of what has been in force, of one moment. */
export async function readRules(database: Database): Promise<Rules> {
  return database.transaction(async (session) => {
    await session.exec('set transaction isolation level repeatable read, read only');
    return readRulesIn(session);
  });
}

/** The version comes first: what is read after it is of that version or newer. */
async function readRulesIn(session: Session): Promise<Rules> {
  const { version } = only(await session.query<{ version: bigint }>(VERSION));
  const terms = await readTerms(session);
  return { version, terms, lmtPrices: await readLmtPrices(session) };
}

/** Settings and pauses with their past, as the caller's transaction sees them. */
export async function readTerms(session: Session): Promise<Terms> {
  return { settings: await readSettings(session), pauses: await readPauses(session) };
}

async function readSettings(session: Session): Promise<History<Settings>> {
  const rows = await session.query<SettingsRow>(SETTINGS);
  return rows.map((row) => ({
    from: row.effective_at,
    value: {
      stakingFee: row.staking_fee,
      sellFee: row.sell_fee,
      restakeFee: row.restake_fee,
      withdrawalFee: row.withdrawal_fee,
      weeklyPriceIncrease: row.weekly_price_increase,
      maxSupply: row.max_supply,
      apyMode: row.apy_mode,
      baseApy: row.base_apy,
      currentApy: row.current_apy,
      maxDynamicApy: row.max_dynamic_apy,
      arbitrageTrading: row.arbitrage_trading,
      yieldFarming: row.yield_farming,
      highFrequencyTrading: row.high_frequency_trading,
    },
  }));
}

/** Pauses from the switchings on and off; switching to what already is changes nothing. */
export async function readPauses(session: Session): Promise<Pause[]> {
  const rows = await session.query<{ at: Instant; paused: boolean }>(PAUSES);
  const pauses: Pause[] = [];
  for (const { at, paused } of rows) {
    const last = pauses.at(-1);
    const isPaused = last?.to === null;
    if (paused && !isPaused) pauses.push({ from: at, to: null });
    if (!paused && last && isPaused) pauses[pauses.length - 1] = { from: last.from, to: at };
  }
  return pauses;
}

async function readLmtPrices(session: Session): Promise<History<LmtPrice>> {
  const rows = await session.query<{ effective_at: Instant; price: LmtPrice }>(LMT_PRICES);
  return rows.map(({ effective_at: from, price: value }) => ({ from, value }));
}

/** Keeps the rules in memory and reads them anew only when a reader saw a newer version. */
export class RulesCache {
  readonly #database: Database;
  #known: Promise<Rules> | null = null;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * The rules of at least this version; read once for all who ask at the same time. Inside a
   * transaction its session must be given: another connection may not be had there.
   */
  async at(version: bigint, session: Session = this.#database): Promise<Rules> {
    const reading = this.#known;
    const known = await reading?.catch(() => null);
    if (known && known.version >= version) return known;
    if (session !== this.#database) return readRulesIn(session);
    if (this.#known !== reading) return this.at(version, session);
    this.#known = readRules(this.#database);
    return this.#known;
  }
}
