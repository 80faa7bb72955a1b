import * as adminUsers from '#contract/users/admin-users';
import * as bonds from '#contract/bonds/bonds';
import { type Route, done, found, route } from '../kernel/base/route.ts';
import type { Guards } from '../kernel/guards/guards.ts';
import type { Parts } from '../kernel/parts.ts';
import { quoteRate } from '../kernel/guards/ip-rate-limit.ts';
import { notPaused } from '../kernel/guards/not-paused.ts';
import { ownBond } from '../kernel/guards/ownership.ts';
import { claimBond } from './claim-bond.ts';
import { deleteBond } from './delete-bond.ts';
import { listBonds } from './list-bonds.ts';
import { openBond } from './open-bond.ts';
import { quoteBond } from './quote-bond.ts';

export function bondRoutes(parts: Parts, { acting, owner, reading }: Guards): Route[] {
  return [
    done(bonds.quoteBond, quoteRate(parts, acting), ({ body }, caller) =>
      quoteBond(parts, caller, body),
    ),
    route(bonds.openBond, acting, ({ body }, caller) => openBond(parts, caller, body)),
    found(bonds.listBonds, reading, ({ params }) => listBonds(parts, params)),
    done(bonds.claimBond, notPaused(parts, ownBond(parts)), ({ params }, caller) =>
      claimBond(parts, caller, params),
    ),
    done(adminUsers.deleteBond, owner, ({ params, query }, by) =>
      deleteBond(parts, by, { ...query, ...params }),
    ),
  ];
}
