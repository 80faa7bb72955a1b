import * as payouts from '#contract/payouts/admin-payouts';
import * as adminSells from '#contract/payouts/admin-sells';
import * as sells from '#contract/sells/sells';
import { approveSell } from '../../payouts/approve-sell.ts';
import { listAllSells } from '../../payouts/sell-queue.ts';
import { listSells, readEligibility } from '../../sells/read-sells.ts';
import { fundNonces, readNonces } from '../../payouts/fund-nonces.ts';
import {
  exportOutside,
  listOutside,
  settlePayout,
  withdrawPayout,
} from '../../payouts/outside-payouts.ts';
import { refundCredit, refundDeposit } from '../../payouts/refunds.ts';
import { cancelSell, rejectSell } from '../../payouts/return-sell.ts';
import { sellLmt } from '../../sells/sell-lmt.ts';
import { notPaused } from '../../kernel/guards/not-paused.ts';
import { ownSell } from '../../kernel/guards/ownership.ts';
import type { Admin } from '../../kernel/guards/owner.ts';
import type { Caller } from '../../kernel/guards/session.ts';
import { type Guard, type Route, done, found, route } from '../../kernel/base/route.ts';
import type { Parts } from '../../kernel/parts.ts';

/** Sell requests, the owner's answers to them, and everything that is paid out. */
export function sellRoutes(
  parts: Parts,
  {
    user,
    reading,
    theOwner,
  }: {
    readonly user: Guard<Caller>;
    readonly reading: Guard<Caller | null>;
    readonly theOwner: Guard<Admin>;
  },
): Route[] {
  return [
    done(sells.sellLmt, notPaused(parts, user), ({ body }, caller) => sellLmt(parts, caller, body)),
    done(sells.getEligibility, reading, ({ params }) => readEligibility(parts, params)),
    found(sells.listSells, reading, ({ params }) => listSells(parts, params)),
    done(sells.cancelSell, notPaused(parts, ownSell(parts)), ({ params }, caller) =>
      cancelSell(parts, caller, params),
    ),
    route(adminSells.listAllSells, theOwner, ({ query }) => listAllSells(parts, query)),
    route(adminSells.approveSell, theOwner, ({ params, body }, by) =>
      approveSell(parts, by, { ...body, ...params }),
    ),
    done(adminSells.rejectSell, theOwner, ({ params, body }, by) =>
      rejectSell(parts, by, { ...body, ...params }),
    ),
    done(adminSells.getNonces, theOwner, () => readNonces(parts)),
    route(adminSells.fundNonces, theOwner, ({ body }, by) => fundNonces(parts, by, body)),
    found(payouts.listOutsidePayouts, theOwner, () => listOutside(parts)),
    route(payouts.exportOutsidePayouts, theOwner, () => exportOutside(parts)),
    done(payouts.settlePayout, theOwner, ({ params, body }, by) =>
      settlePayout(parts, by, { ...body, ...params }),
    ),
    done(payouts.withdrawOutsidePayout, theOwner, ({ params, body }, by) =>
      withdrawPayout(parts, by, { ...body, ...params }),
    ),
    route(adminSells.refundDeposit, theOwner, ({ params, body }, by) =>
      refundDeposit(parts, by, { ...body, ...params }),
    ),
    route(adminSells.refundCredit, theOwner, ({ params, body }, by) =>
      refundCredit(parts, by, { ...body, ...params }),
    ),
  ];
}
