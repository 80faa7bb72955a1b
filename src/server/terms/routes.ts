import * as adminSession from '#contract/users/admin-session';
import * as prices from '#contract/terms/prices';
import * as protocol from '#contract/terms/protocol';
import * as settings from '#contract/terms/settings';
import { type Route, done, found } from '../kernel/base/route.ts';
import type { Guards } from '../kernel/guards/guards.ts';
import type { Parts } from '../kernel/parts.ts';
import { changeRevenue, changeSettings } from './change-settings.ts';
import { emergencyPause } from './emergency-pause.ts';
import { readPrices } from './read-prices.ts';
import { readAdminSettings, readChanges, readSettings } from './read-settings.ts';
import { readStatus } from './read-status.ts';

export function termRoutes(parts: Parts, { anyone, owner }: Guards): Route[] {
  return [
    found(protocol.getSettings, anyone, () => readSettings(parts)),
    found(protocol.getChanges, anyone, () => readChanges(parts)),
    found(protocol.getStatus, anyone, () => readStatus(parts)),
    found(prices.getPrices, anyone, ({ params, query }) => readPrices(parts, params, query)),
    found(adminSession.emergencyPause, owner, ({ body }, by) => emergencyPause(parts, by, body)),
    found(settings.getAdminSettings, owner, () => readAdminSettings(parts)),
    done(settings.changeSettings, owner, ({ body }, by) => changeSettings(parts, by, body)),
    done(settings.changeRevenue, owner, ({ body }, by) => changeRevenue(parts, by, body)),
  ];
}
