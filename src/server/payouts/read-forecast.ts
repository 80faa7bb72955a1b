import { setImmediate as turn } from 'node:timers/promises';
import type { PayoutForecast } from '#contract/treasury/admin-forecast';
import { serializeForecast, serializeWhatIf } from '#contract/treasury/serialize-forecast';
import { beginForecast } from '#domain/treasury/forecast';
import type { WhatIf } from '#domain/treasury/forecast-vault';
import {
  LMT_PRICE_DECIMALS,
  USD_PRICE_DECIMALS,
  formatAmount,
  formatDecimal,
} from '#domain/base/money';
import { lmtPriceAt } from '#domain/terms/price';
import { type Result, ok } from '#domain/base/result';
import { type Instant, iso } from '#domain/base/time';
import { type WhatIfInput, readWhatIf } from '#domain/treasury/what-if';
import type { Parts } from '../kernel/parts.ts';
import { readAhead } from '../kernel/db/read-ahead.ts';
import { forecastUsers } from './forecast-users.ts';
import { type Head, readHead } from '../kernel/terms/protocol-head.ts';
import { readTreasuryHoldings } from '../treasury/treasury-holdings.ts';
import { readPayoutBudget } from './payout-budget.ts';

/** Users per read. */
const READ_BATCH = 2_000;
/** Users per turn of the event loop; other requests run in between. */
const TURN = 64;

type Made = Result<Omit<PayoutForecast, 'available' | 'forPending'>>;

/**
 * Forecasts the treasury's payouts and their dates. Memoized if slow: prices, users and the start of the days
 * are then those of `computedAt`. The available balance is always current.
 */
export async function readForecast(
  parts: Pick<Parts, 'database' | 'rules' | 'cache' | 'chain' | 'isStaticFeed'>,
  input: WhatIfInput,
): Promise<Result<PayoutForecast>> {
  const { database, cache } = parts;
  const whatIf = readWhatIf(input);
  if (!whatIf.ok) return whatIf;
  const head = await readHead(database);
  const made = await cache.memo(`forecast ${JSON.stringify(serializeWhatIf(whatIf.value))}`, () =>
    compute(parts, whatIf.value, head),
  );
  if (!made.ok) return made;
  const budget = await readPayoutBudget(database, await readTreasuryHoldings(parts, head.now));
  const amounts = (of: 'available' | 'forPending') =>
    budget && {
      SOL: formatAmount('SOL', budget.SOL[of]),
      USDC: formatAmount('USDC', budget.USDC[of]),
    };
  return ok({ ...made.value, available: amounts('available'), forPending: amounts('forPending') });
}

/** Folds all users, and yields to other requests in between. */
async function compute(
  { database, rules }: Pick<Parts, 'database' | 'rules'>,
  whatIf: WhatIf,
  { now, termsVersion, sol }: Head,
): Promise<Made> {
  const { terms, lmtPrices } = await rules.at(termsVersion);
  const book = { lmt: lmtPrices, sol: [{ from: 0 as Instant, value: sol.price }] };
  const begun = beginForecast({ terms, book, whatIf }, now);
  if (!begun.ok) return begun;
  const fold = begun.value;
  for await (const users of readAhead(forecastUsers(database, READ_BATCH))) {
    for (let from = 0; from < users.length; from += TURN) {
      fold.add(users.slice(from, from + TURN));
      await turn();
    }
  }
  return ok({
    computedAt: iso(now),
    whatIf: serializeWhatIf(whatIf),
    solPriceUSD: formatDecimal(whatIf.solPrice ?? sol.price, USD_PRICE_DECIMALS),
    lmtPriceUSDC: formatDecimal(lmtPriceAt(lmtPrices, terms, now), LMT_PRICE_DECIMALS),
    ...serializeForecast(fold.finish()),
  });
}
