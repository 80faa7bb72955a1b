import * as payouts from '#contract/admin-payouts';
import * as adminSells from '#contract/admin-sells';
import * as sells from '#contract/sells';
import { approveSell } from '../actions/sells/approve-sell.ts';
import { listAllSells } from '../actions/sells/list-all-sells.ts';
import { listSells, readEligibility } from '../actions/sells/read-sells.ts';
import { fundNonces, readNonces } from '../actions/payouts/fund-nonces.ts';
import {
  exportOutside,
  listOutside,
  settlePayout,
  withdrawPayout,
} from '../actions/payouts/outside.ts';
import { refundCredit, refundDeposit } from '../actions/payouts/refunds.ts';
import { cancelSell, rejectSell } from '../actions/sells/return-sell.ts';
import { sellLmt } from '../actions/sells/sell-lmt.ts';
import { notPaused } from '../guards/not-paused.ts';
import { ownSell } from '../guards/own-subject.ts';
import type { Admin } from '../guards/owner.ts';
import type { Caller } from '../guards/session.ts';
import { done, found, made } from '../base/answers.ts';
import { type Guard, type Route, route } from '../base/route.ts';
import type { Parts } from '../parts.ts';

/** Sell requests, the owner's answers to them, and everything that is paid out. */
export function sellRoutes(
  parts: Parts,
  {
    user,
    reading,
    theOwner,
  }: {
    readonly user: Guard<Caller>;
    readonly reading: Guard<null>;
    readonly theOwner: Guard<Admin>;
  },
): Route[] {
  return [
    route(sells.sellLmt, notPaused(parts, user), async ({ body }, caller) =>
      made(await sellLmt(parts, caller, body)),
    ),
    route(sells.getEligibility, reading, async ({ params }) =>
      done(await readEligibility(parts, params)),
    ),
    route(sells.listSells, reading, async ({ params }) => found(await listSells(parts, params))),
    route(sells.cancelSell, notPaused(parts, ownSell(parts)), async ({ params }, caller) =>
      done(await cancelSell(parts, caller, params)),
    ),
    route(adminSells.listAllSells, theOwner, ({ query }) => listAllSells(parts, query)),
    route(adminSells.approveSell, theOwner, ({ params, body }, by) =>
      approveSell(parts, by, { ...body, ...params }),
    ),
    route(adminSells.rejectSell, theOwner, async ({ params, body }, by) =>
      done(await rejectSell(parts, by, { ...body, ...params })),
    ),
    route(adminSells.getNonces, theOwner, async () => done(await readNonces(parts))),
    route(adminSells.fundNonces, theOwner, ({ body }, by) => fundNonces(parts, by, body)),
    route(payouts.listOutsidePayouts, theOwner, async () => found(await listOutside(parts))),
    route(payouts.exportOutsidePayouts, theOwner, () => exportOutside(parts)),
    route(payouts.settlePayout, theOwner, async ({ params, body }, by) =>
      done(await settlePayout(parts, by, { ...body, ...params })),
    ),
    route(payouts.withdrawOutsidePayout, theOwner, async ({ params, body }, by) =>
      done(await withdrawPayout(parts, by, { ...body, ...params })),
    ),
    route(adminSells.refundDeposit, theOwner, ({ params, body }, by) =>
      refundDeposit(parts, by, { ...body, ...params }),
    ),
    route(adminSells.refundCredit, theOwner, ({ params, body }, by) =>
      refundCredit(parts, by, { ...body, ...params }),
    ),
  ];
}
