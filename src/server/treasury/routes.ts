import * as adminMovements from '#contract/treasury/admin-movements';
import * as adminStats from '#contract/treasury/admin-stats';
import * as treasury from '#contract/treasury/treasury';
import { type Route, done, found, route } from '../kernel/base/route.ts';
import type { Guards } from '../kernel/guards/guards.ts';
import type { Parts } from '../kernel/parts.ts';
import { changeHoldings } from './change-holdings.ts';
import { listMovements, nameMovement } from './movement-list.ts';
import { readAdminAnalytics } from './read-admin-analytics.ts';
import { readAdminStats } from './read-admin-stats.ts';
import { readTransparency } from './read-transparency.ts';
import { readHoldings, readTreasuryStats } from './read-treasury.ts';

export function treasuryRoutes(parts: Parts, { anyone, owner }: Guards): Route[] {
  return [
    found(adminStats.getAdminStats, owner, ({ query }) => readAdminStats(parts, query)),
    found(adminStats.getAdminAnalytics, owner, ({ query }) => readAdminAnalytics(parts, query)),
    found(treasury.getTreasuryStats, anyone, () => readTreasuryStats(parts)),
    found(treasury.getHoldings, anyone, () => readHoldings(parts)),
    found(treasury.getTransparency, anyone, ({ query }) => readTransparency(parts, query)),
    found(treasury.getAdminHoldings, owner, () => readHoldings(parts)),
    done(treasury.putHoldings, owner, ({ body }, by) => changeHoldings(parts, by, body)),
    route(adminMovements.listMovements, owner, ({ query }) => listMovements(parts, query)),
    done(adminMovements.nameMovement, owner, ({ params, body }, by) =>
      nameMovement(parts, by, { ...body, ...params }),
    ),
  ];
}
