import * as movements from '#contract/treasury/admin-movements';
import * as settings from '#contract/terms/settings';
import * as treasury from '#contract/treasury/treasury';
import { changeHoldings } from '../../treasury/change-holdings.ts';
import { changeRevenue, changeSettings } from '../../terms/change-settings.ts';
import { listMovements, nameMovement } from '../../treasury/movement-list.ts';
import { readAdminSettings } from '../../terms/read-settings.ts';
import { readTransparency } from '../../treasury/read-transparency.ts';
import { readHoldings, readTreasuryStats } from '../../treasury/read-treasury.ts';
import { anyone } from '../../kernel/guards/anyone.ts';
import type { Admin } from '../../kernel/guards/owner.ts';
import { type Guard, type Route, done, found, route } from '../../kernel/base/route.ts';
import type { Parts } from '../../kernel/parts.ts';

/** The treasury's figures for everybody, and the owner's hand on them and on the settings. */
export function treasuryRoutes(parts: Parts, theOwner: Guard<Admin>): Route[] {
  return [
    found(treasury.getTreasuryStats, anyone, () => readTreasuryStats(parts)),
    found(treasury.getHoldings, anyone, () => readHoldings(parts)),
    found(treasury.getTransparency, anyone, ({ query }) => readTransparency(parts, query)),

    found(treasury.getAdminHoldings, theOwner, () => readHoldings(parts)),
    done(treasury.putHoldings, theOwner, ({ body }, by) => changeHoldings(parts, by, body)),
    route(movements.listMovements, theOwner, ({ query }) => listMovements(parts, query)),
    done(movements.nameMovement, theOwner, ({ params, body }, by) =>
      nameMovement(parts, by, { ...body, ...params }),
    ),
    found(settings.getAdminSettings, theOwner, () => readAdminSettings(parts)),
    done(settings.changeSettings, theOwner, ({ body }, by) => changeSettings(parts, by, body)),
    done(settings.changeRevenue, theOwner, ({ body }, by) => changeRevenue(parts, by, body)),
  ];
}
