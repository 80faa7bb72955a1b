import * as movements from '#contract/admin-movements';
import * as settings from '#contract/settings';
import * as treasury from '#contract/treasury';
import { changeHoldings } from '../actions/owner/change-holdings.ts';
import { changeRevenue, changeSettings } from '../actions/owner/change-settings.ts';
import { listMovements, nameMovement } from '../actions/owner/movements.ts';
import { readAdminSettings } from '../actions/protocol/read-settings.ts';
import { readTransparency } from '../actions/protocol/read-transparency.ts';
import { readHoldings, readTreasuryStats } from '../actions/protocol/read-treasury.ts';
import { anyone } from '../guards/anyone.ts';
import type { Admin } from '../guards/owner.ts';
import { done, found } from '../base/answers.ts';
import { type Guard, type Route, route } from '../base/route.ts';
import type { Parts } from '../parts.ts';

/** The treasury's figures for everybody, and the owner's hand on them and on the settings. */
export function treasuryRoutes(parts: Parts, theOwner: Guard<Admin>): Route[] {
  return [
    route(treasury.getTreasuryStats, anyone, async () => found(await readTreasuryStats(parts))),
    route(treasury.getHoldings, anyone, async () => found(await readHoldings(parts))),
    route(treasury.getTransparency, anyone, async ({ query }) =>
      found(await readTransparency(parts, query)),
    ),

    route(treasury.getAdminHoldings, theOwner, async () => found(await readHoldings(parts))),
    route(treasury.putHoldings, theOwner, async ({ body }, by) =>
      done(await changeHoldings(parts, by, body)),
    ),
    route(movements.listMovements, theOwner, ({ query }) => listMovements(parts, query)),
    route(movements.nameMovement, theOwner, async ({ params, body }, by) =>
      done(await nameMovement(parts, by, { ...body, ...params })),
    ),
    route(settings.getAdminSettings, theOwner, async () => found(await readAdminSettings(parts))),
    route(settings.changeSettings, theOwner, async ({ body }, by) =>
      done(await changeSettings(parts, by, body)),
    ),
    route(settings.changeRevenue, theOwner, async ({ body }, by) =>
      done(await changeRevenue(parts, by, body)),
    ),
  ];
}
