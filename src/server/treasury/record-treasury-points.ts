import { balancesAsOf } from '#domain/treasury/holdings';
import { lmtPriceAt } from '#domain/terms/price';
import { settingsAt } from '#domain/terms/terms';
import { HOUR_MS, MINUTE_MS } from '#domain/base/time';
import { holdingsValue, solPriceOf } from '#domain/treasury/treasury';
import { type PointTime, pointsDue, publicFigures } from '#domain/treasury/treasury-points';
import { readTreasuryHoldings } from './treasury-holdings.ts';
import type { Parts } from '../kernel/parts.ts';
import { readHead } from '../kernel/terms/protocol-head.ts';
import { readOwed } from '../kernel/ledger/liabilities.ts';
import { addPoint, isPointKnown } from './treasury-point-queries.ts';
import type { Job } from '../kernel/jobs/job.ts';

/**
 * Records the public figures once at each full hour and each midnight. A late point uses settings, prices and
 * rewards of its instant, but current holdings and liabilities. If those are too far from its instant, no
 * point is recorded.
 */
export function recordTreasuryPoints(
  parts: Pick<Parts, 'database' | 'rules' | 'cache' | 'chain' | 'isStaticFeed'>,
): Job {
  const { database, rules } = parts;
  return {
    name: 'keep-treasury-points',
    everyMs: MINUTE_MS,
    where: 'leader',
    async run() {
      const { now, termsVersion } = await readHead(database);
      const missing: PointTime[] = [];
      for (const point of pointsDue(now)) {
        if (!(await isPointKnown(database, point))) missing.push(point);
      }
      const at = missing[0]?.at;
      if (at === undefined) return;
      const holdings = await readTreasuryHoldings(parts, now, at);
      const known = balancesAsOf(holdings);
      // The chain has not responded for long; the next run tries again.
      if (known === null || at - known >= HOUR_MS) return;
      const { terms, lmtPrices } = await rules.at(termsVersion);
      const figures = publicFigures({
        ...(await readOwed(database, at)),
        holdingsUsd: holdingsValue(holdings),
        settings: settingsAt(terms, at),
        lmtPrice: lmtPriceAt(lmtPrices, terms, at),
        solPrice: solPriceOf(holdings),
      });
      for (const point of missing) await addPoint(database, { ...point, ...figures });
    },
  };
}
