import * as adminForecast from '#contract/treasury/admin-forecast';
import * as adminPayouts from '#contract/payouts/admin-payouts';
import * as adminSells from '#contract/payouts/admin-sells';
import * as sells from '#contract/sells/sells';
import { type Route, done, found, route } from '../kernel/base/route.ts';
import type { Guards } from '../kernel/guards/guards.ts';
import type { Parts } from '../kernel/parts.ts';
import { notPaused } from '../kernel/guards/not-paused.ts';
import { ownSell } from '../kernel/guards/ownership.ts';
import { approveSell } from './approve-sell.ts';
import { fundNonces, readNonces } from './fund-nonces.ts';
import { exportOutside, listOutside, settlePayout, withdrawPayout } from './outside-payouts.ts';
import { readForecast } from './read-forecast.ts';
import { refundCredit, refundDeposit } from './refunds.ts';
import { cancelSell, rejectSell } from './return-sell.ts';
import { exportSells, listAllSells } from './sell-queue.ts';

export function payoutRoutes(parts: Parts, { owner }: Guards): Route[] {
  return [
    done(adminForecast.getForecast, owner, ({ query }) => readForecast(parts, query)),
    route(adminSells.exportSells, owner, ({ query }) => exportSells(parts, query)),
    done(sells.cancelSell, notPaused(parts, ownSell(parts)), ({ params }, caller) =>
      cancelSell(parts, caller, params),
    ),
    route(adminSells.listAllSells, owner, ({ query }) => listAllSells(parts, query)),
    route(adminSells.approveSell, owner, ({ params, body }, by) =>
      approveSell(parts, by, { ...body, ...params }),
    ),
    done(adminSells.rejectSell, owner, ({ params, body }, by) =>
      rejectSell(parts, by, { ...body, ...params }),
    ),
    done(adminSells.getNonces, owner, () => readNonces(parts)),
    route(adminSells.fundNonces, owner, ({ body }, by) => fundNonces(parts, by, body)),
    found(adminPayouts.listOutsidePayouts, owner, () => listOutside(parts)),
    route(adminPayouts.exportOutsidePayouts, owner, () => exportOutside(parts)),
    done(adminPayouts.settlePayout, owner, ({ params, body }, by) =>
      settlePayout(parts, by, { ...body, ...params }),
    ),
    done(adminPayouts.withdrawOutsidePayout, owner, ({ params, body }, by) =>
      withdrawPayout(parts, by, { ...body, ...params }),
    ),
    route(adminSells.refundDeposit, owner, ({ params, body }, by) =>
      refundDeposit(parts, by, { ...body, ...params }),
    ),
    route(adminSells.refundCredit, owner, ({ params, body }, by) =>
      refundCredit(parts, by, { ...body, ...params }),
    ),
  ];
}
