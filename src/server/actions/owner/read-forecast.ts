import { setImmediate as turn } from 'node:timers/promises';
import type { PayoutForecast } from '#contract/admin-forecast';
import { presentForecast, presentWhatIf } from '#contract/present/forecast';
import { type ForecastFold, beginForecast } from '#domain/treasury/forecast';
import type { ForecastUser } from '#domain/treasury/forecast-day';
import type { WhatIf } from '#domain/treasury/forecast-vault';
import {
  LMT_PRICE_DECIMALS,
  USD_PRICE_DECIMALS,
  formatAmount,
  formatDecimal,
} from '#domain/base/money';
import { lmtPriceAt } from '#domain/terms/price';
import { type Result, ok } from '#domain/base/result';
import { type Instant, MINUTE_MS, iso } from '#domain/base/time';
import { type WhatIfInput, readWhatIf } from '#domain/treasury/what-if';
import type { Parts } from '../../parts.ts';
import { oneAhead } from '../../store/db/one-ahead.ts';
import { forecastUsers } from '../../store/treasury/forecast-users.ts';
import { type Head, readHead } from '../../store/terms/head.ts';
import type { CacheSpec } from '../../cache/cache.ts';
import { readTreasuryHoldings } from '../protocol/treasury-holdings.ts';
import { treasuryPurse } from '../payouts/treasury-purse.ts';

/** Users that are read at once, and that are counted before others get a turn: about 10 ms. */
const READ_BATCH = 2_000;
const COUNT_BATCH = 200;

type Made = Result<Omit<PayoutForecast, 'available'>>;
const FORECASTS: CacheSpec<Made> = { maxAgeMs: 30 * MINUTE_MS, onlyIfLarge: true };

/** What the treasury will have to pay out, and when; what it has is always of now. */
export async function readForecast(
  parts: Pick<Parts, 'database' | 'rules' | 'cache' | 'chain' | 'isStaticFeed'>,
  input: WhatIfInput,
): Promise<Result<PayoutForecast>> {
  const { database, cache } = parts;
  const whatIf = readWhatIf(input);
  if (!whatIf.ok) return whatIf;
  const head = await readHead(database);
  const { now } = head;
  const supposed = presentWhatIf(whatIf.value);
  const made = await cache.get(FORECASTS, {
    key: JSON.stringify(supposed),
    now,
    read: () => compute(parts, whatIf.value, head),
  });
  if (!made.ok) return made;
  const purse = await treasuryPurse(database, await readTreasuryHoldings(parts, now));
  const available = purse && {
    SOL: formatAmount('SOL', purse.SOL.available),
    USDC: formatAmount('USDC', purse.USDC.available),
  };
  return ok({ ...made.value, available });
}

/** Goes over all users, so that others are answered meanwhile. */
async function compute(
  { database, rules }: Pick<Parts, 'database' | 'rules'>,
  whatIf: WhatIf,
  head: Head,
): Promise<Made> {
  const { now, termsVersion, sol } = head;
  const { terms, lmtPrices } = await rules.at(termsVersion);
  const book = { lmt: lmtPrices, sol: [{ from: 0 as Instant, value: sol.price }] };
  const fold = beginForecast({ terms, book, whatIf }, now);
  if (!fold.ok) return fold;
  const batches = oneAhead(forecastUsers(database, READ_BATCH));
  for await (const users of batches) await addAll(fold.value, users);
  return ok({
    computedAt: iso(now),
    whatIf: presentWhatIf(whatIf),
    solPriceUSD: formatDecimal(whatIf.solPrice ?? sol.price, USD_PRICE_DECIMALS),
    lmtPriceUSDC: formatDecimal(lmtPriceAt(lmtPrices, terms, now), LMT_PRICE_DECIMALS),
    ...presentForecast(fold.value.finish()),
  });
}

async function addAll(fold: ForecastFold, users: readonly ForecastUser[]): Promise<void> {
  for (let from = 0; from < users.length; from += COUNT_BATCH) {
    if (from > 0) await turn();
    fold.add(users.slice(from, from + COUNT_BATCH));
  }
}
