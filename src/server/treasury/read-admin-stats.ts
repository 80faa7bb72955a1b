import type { ActivityJson, AdminStats } from '#contract/treasury/admin-stats';
import { serializeActivity, serializePaid } from '#contract/treasury/serialize-activity';
import { issuanceOf } from '#domain/treasury/issuance';
import {
  APY_DECIMALS,
  LMT_PRICE_DECIMALS,
  formatAmount,
  formatDecimal,
  lmt,
} from '#domain/base/money';
import { lmtPriceAt, lmtValue } from '#domain/terms/price';
import { queueValue } from '#domain/payouts/payout-budget';
import { settingsAt } from '#domain/terms/terms';
import { DAY_MS, MINUTE_MS, instant, iso, isoOrNull } from '#domain/base/time';
import { currentApy, dailyRevenue } from '#domain/terms/apy';
import { holdingsValue } from '#domain/treasury/treasury';
import type { Parts } from '../kernel/parts.ts';
import {
  newestActivity,
  newestPayouts,
  readCounts,
  readLmtSources,
} from './admin-stats-queries.ts';
import { readQueue } from '../sells/sell-queries.ts';
import { recentOwed } from './recent-figures.ts';
import { readTreasuryHoldings } from './treasury-holdings.ts';

const ACTIVITY_MAX = 20;

/** Returns the protocol's figures, and the newest activity of users. */
export async function readAdminStats(
  parts: Pick<Parts, 'database' | 'rules' | 'cache' | 'chain' | 'isStaticFeed'>,
  { utcOffsetMinutes }: { readonly utcOffsetMinutes: number },
): Promise<AdminStats> {
  const { database, rules, cache } = parts;
  const { now, sol, terms, lmtPrices } = await rules.inForce();
  const midnight = instant(now - ((now + utcOffsetMinutes * MINUTE_MS) % DAY_MS));
  const { newUsers, ...counts } = await cache.memo(`counts ${midnight}`, () =>
    readCounts(database, midnight, now),
  );
  const { issued, burned } = issuanceOf(await readLmtSources(database));
  const { vaults: locked } = (await recentOwed(parts, now)).liabilities;
  const queue = await readQueue(database);
  const settings = settingsAt(terms, now);
  const price = lmtPriceAt(lmtPrices, terms, now);
  return {
    now: iso(now),
    ...counts,
    newUsersToday: newUsers,
    totalTreasuryValue: formatAmount('USDC', holdingsValue(await readTreasuryHoldings(parts, now))),
    dailyRevenue: formatAmount('USDC', dailyRevenue(settings)),
    totalLMTMinted: formatAmount('LMT', issued),
    totalLMTBurned: formatAmount('LMT', burned),
    supply: formatAmount('LMT', lmt(issued - burned)),
    maxSupply: formatAmount('LMT', settings.maxSupply),
    totalValueLocked: formatAmount('USDC', lmtValue(locked, price)),
    totalValueLockedLMT: formatAmount('LMT', locked),
    lmtPriceUSDC: formatDecimal(price, LMT_PRICE_DECIMALS),
    currentAPY: formatDecimal(currentApy(settings), APY_DECIMALS),
    pendingSells: {
      count: queue.count,
      valueUSD: formatAmount('USDC', queueValue(queue, sol.price)),
      oldestRequestedAt: isoOrNull(queue.oldestAt),
    },
    recentActivity: newestOf([
      ...(await newestActivity(database, ACTIVITY_MAX)).map(serializeActivity),
      ...(await newestPayouts(database, ACTIVITY_MAX)).map(serializePaid),
    ]),
  };
}

const newestOf = (all: readonly ActivityJson[]): ActivityJson[] =>
  all.toSorted((a, b) => (a.timestamp < b.timestamp ? 1 : -1)).slice(0, ACTIVITY_MAX);
