import { setImmediate as turn } from 'node:timers/promises';
import type { PayoutForecast } from '#contract/admin-forecast';
import { presentForecast, presentWhatIf } from '#contract/present/forecast';
import { type ForecastFold, beginForecast } from '#domain/treasury/forecast';
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
import type { Database } from '../../store/db/database.ts';
import {
  type IdRange,
  forecastUsers,
  forecastUsersIn,
} from '../../store/treasury/forecast-users.ts';
import { type Head, readHead } from '../../store/terms/head.ts';
import type { CacheSpec } from '../../cache/cache.ts';
import { readTreasuryHoldings } from '../protocol/treasury-holdings.ts';
import { treasuryPurse } from '../payouts/treasury-purse.ts';

/** Users that are read at once. */
const READ_BATCH = 2_000;
/** Users that are counted together before others get a turn, and again when one of them has changed. */
const GROUP = 64;
/** Users that have joined a group by the time it is counted again. */
const GROUP_MAX = 4 * GROUP;
/** Groups that are counted again while a reader waits: about a second. */
const GROUPS_MAX = 200;

type Made = Result<Omit<PayoutForecast, 'available' | 'forPending'>>;
/** A forecast that is kept; with its groups, where it follows its users. */
interface Kept {
  readonly made: Made;
  readonly groups: ForecastGroups | null;
}
interface ForecastGroups {
  readonly fold: ForecastFold;
  /** The users of each, in the order of their ids. */
  readonly ranges: readonly IdRange[];
  readonly present: () => Made;
}
const FORECASTS: CacheSpec<Kept> = { maxAgeMs: 30 * MINUTE_MS, onlyIfLarge: true };

/**
 * What the treasury will have to pay out, and when; what it has is always of now. Where there are many
 * users it is kept, and counts those again who have changed since: the prices, and the instant from which
 * days are counted, are those of `computedAt`.
 */
export async function readForecast(
  parts: Pick<Parts, 'database' | 'rules' | 'cache' | 'chain' | 'isStaticFeed'>,
  input: WhatIfInput,
): Promise<Result<PayoutForecast>> {
  const { database, cache } = parts;
  const whatIf = readWhatIf(input);
  if (!whatIf.ok) return whatIf;
  const head = await readHead(database);
  const { now } = head;
  const key = JSON.stringify(presentWhatIf(whatIf.value));
  const isSupposed = Object.keys(whatIf.value).length > 0;
  const { made } = await cache.get(FORECASTS, {
    key,
    now,
    read: async () => {
      const kept = await compute(parts, whatIf.value, head);
      // What is supposed is looked at for a moment, and there may be a hundred of it.
      return isSupposed ? { ...kept, groups: null } : kept;
    },
    renew: (kept, userIds) => countAgain(database, kept, userIds),
  });
  if (!made.ok) return made;
  const purse = await treasuryPurse(database, await readTreasuryHoldings(parts, now));
  const amounts = (of: 'available' | 'forPending') =>
    purse && {
      SOL: formatAmount('SOL', purse.SOL[of]),
      USDC: formatAmount('USDC', purse.USDC[of]),
    };
  return ok({ ...made.value, available: amounts('available'), forPending: amounts('forPending') });
}

/** Goes over all users, so that others are answered meanwhile. */
async function compute(
  { database, rules }: Pick<Parts, 'database' | 'rules'>,
  whatIf: WhatIf,
  head: Head,
): Promise<Kept> {
  const { now, termsVersion, sol } = head;
  const { terms, lmtPrices } = await rules.at(termsVersion);
  const book = { lmt: lmtPrices, sol: [{ from: 0 as Instant, value: sol.price }] };
  const begun = beginForecast({ terms, book, whatIf }, now);
  if (!begun.ok) return { made: begun, groups: null };
  const fold = begun.value;
  const ranges: IdRange[] = [];
  for await (const { range, users } of oneAhead(forecastUsers(database, READ_BATCH))) {
    for (let from = 0; from === 0 || from < users.length; from += GROUP) {
      const group = users.slice(from, from + GROUP);
      const isLast = from + GROUP >= users.length;
      const upTo = isLast ? range.upTo : (group.at(-1)?.userId ?? range.upTo);
      fold.put(ranges.length, group);
      ranges.push({ after: ranges.at(-1)?.upTo ?? range.after, upTo });
      await turn();
    }
  }
  const present = (): Made =>
    ok({
      computedAt: iso(now),
      whatIf: presentWhatIf(whatIf),
      solPriceUSD: formatDecimal(whatIf.solPrice ?? sol.price, USD_PRICE_DECIMALS),
      lmtPriceUSDC: formatDecimal(lmtPriceAt(lmtPrices, terms, now), LMT_PRICE_DECIMALS),
      ...presentForecast(fold.finish()),
    });
  return { made: present(), groups: { fold, ranges, present } };
}

/** The forecast with some users as they are now; null if everybody has to be counted again. */
async function countAgain(
  database: Database,
  { groups }: Kept,
  userIds: readonly string[],
): Promise<Kept | null> {
  if (!groups) return null;
  const { fold, ranges, present } = groups;
  const changed = new Set(userIds.map((id) => groupOf(ranges, id)));
  if (changed.size > GROUPS_MAX) return null;
  for (const group of changed) {
    const range = ranges[group];
    if (!range) throw new Error(`group ${group} has no range`);
    const users = await forecastUsersIn(database, range, GROUP_MAX);
    if (users.length === GROUP_MAX) return null;
    fold.put(group, users, (id) => id > range.after && id <= range.upTo);
  }
  return fold.isWhole() ? { made: present(), groups } : null;
}

/** The place of the group that a user is in. */
function groupOf(ranges: readonly IdRange[], userId: string): number {
  let [first, last] = [0, ranges.length - 1];
  while (first < last) {
    const middle = (first + last) >> 1;
    if (userId <= (ranges[middle]?.upTo ?? '')) last = middle;
    else first = middle + 1;
  }
  return first;
}
