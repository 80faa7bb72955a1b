import * as deposits from '#contract/payments/admin-deposits';
import * as forecast from '#contract/treasury/admin-forecast';
import * as health from '#contract/alerts/health';
import * as log from '#contract/audit/admin-log';
import * as sells from '#contract/payouts/admin-sells';
import * as stats from '#contract/treasury/admin-stats';
import * as users from '#contract/users/admin-users';
import * as vaults from '#contract/vaults/admin-vaults';
import { exportDeposits } from '../../payments/deposits.ts';
import { exportLog } from '../../audit/read-log.ts';
import { exportSells } from '../../payouts/sell-queue.ts';
import { exportUsers } from '../../users/admin-users.ts';
import { exportVaults } from '../../vaults/admin-vaults.ts';
import { readAdminAnalytics } from '../../treasury/read-admin-analytics.ts';
import { readAdminStats } from '../../treasury/read-admin-stats.ts';
import { readForecast } from '../../payouts/read-forecast.ts';
import { readHealth } from '../../alerts/read-health.ts';
import type { Admin } from '../../kernel/guards/owner.ts';
import { rememberOwner } from '../../kernel/guards/remember-owner.ts';
import { type Guard, type Route, done, found, route } from '../../kernel/base/route.ts';
import type { Parts } from '../../kernel/parts.ts';

/** What the owner looks at. */
export function adminReadRoutes(parts: Parts, theOwner: Guard<Admin>): Route[] {
  return [
    found(stats.getAdminStats, theOwner, ({ query }) => readAdminStats(parts, query)),
    found(stats.getAdminAnalytics, theOwner, ({ query }) => readAdminAnalytics(parts, query)),
    done(forecast.getForecast, theOwner, ({ query }) => readForecast(parts, query)),
    found(health.getHealth, rememberOwner(theOwner), ({ query }) => readHealth(parts, query)),
    route(users.exportUsers, theOwner, ({ query }) => exportUsers(parts, query)),
    route(vaults.exportVaults, theOwner, ({ query }) => exportVaults(parts, query)),
    route(sells.exportSells, theOwner, ({ query }) => exportSells(parts, query)),
    route(log.exportLog, theOwner, ({ query }) => exportLog(parts, query)),
    route(deposits.exportDeposits, theOwner, () => exportDeposits(parts)),
  ];
}
