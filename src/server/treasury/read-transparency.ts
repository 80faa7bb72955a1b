import type { Transparency } from '#contract/treasury/treasury';
import { serializeTransparency } from '#contract/treasury/serialize-treasury';
import { owedInUsd } from '#domain/treasury/liabilities';
import { lmtPriceAt } from '#domain/terms/price';
import { settingsAt } from '#domain/terms/terms';
import { SECOND_MS } from '#domain/base/time';
import { holdingsValue, solPriceOf } from '#domain/treasury/treasury';
import { type PointRange, publicFigures } from '#domain/treasury/treasury-points';
import type { Parts } from '../kernel/parts.ts';
import { readPoints } from './treasury-point-queries.ts';
import { recentOwed } from './recent-figures.ts';
import { readTreasuryHoldings } from './treasury-holdings.ts';

/** Maximum age of public figures, because anybody may request them at any rate. */
const MAX_AGE_MS = 10 * SECOND_MS;

/** Returns liabilities, holdings and the cost of the APY, now and over time. */
export async function readTransparency(
  parts: Pick<Parts, 'database' | 'rules' | 'cache' | 'chain' | 'isStaticFeed'>,
  { range = '30d' }: { readonly range?: PointRange | undefined },
): Promise<Transparency> {
  const { database, rules, cache } = parts;
  const { now, terms, lmtPrices } = await rules.inForce();
  const { liabilities, staked, supply } = await cache.recent({
    key: 'public liabilities',
    now,
    maxAgeMs: MAX_AGE_MS,
    read: () => recentOwed(parts, now),
  });
  const history = await cache.recent({
    key: `public points ${range}`,
    now,
    maxAgeMs: MAX_AGE_MS,
    read: () => readPoints(database, range, now),
  });
  const holdings = await readTreasuryHoldings(parts, now);
  const settings = settingsAt(terms, now);
  const lmtPrice = lmtPriceAt(lmtPrices, terms, now);
  const holdingsUsd = holdingsValue(holdings);
  const solPrice = solPriceOf(holdings);
  const owing = { liabilities, staked, supply, lmtPrice, solPrice };
  const figures = publicFigures({ ...owing, holdingsUsd, settings });
  const worth = owedInUsd(liabilities, { lmt: lmtPrice, sol: solPrice });
  const shown = { figures, settings, liabilities, worth, holdings, range, history };
  return serializeTransparency(shown, now);
}
