import * as adminDeposits from '#contract/payments/admin-deposits';
import { type Route, done, found, route } from '../kernel/base/route.ts';
import type { Guards } from '../kernel/guards/guards.ts';
import type { Parts } from '../kernel/parts.ts';
import { assignDeposit, exportDeposits, listDeposits, listParked } from './deposits.ts';
import { listPayment } from './list-payment.ts';

export function paymentRoutes(parts: Parts, { owner }: Guards): Route[] {
  return [
    found(adminDeposits.listDeposits, owner, ({ query }) => listDeposits(parts, query)),
    done(adminDeposits.listPayment, owner, ({ body }, by) => listPayment(parts, by, body)),
    found(adminDeposits.listParked, owner, () => listParked(parts)),
    done(adminDeposits.assignDeposit, owner, ({ params, body }, by) =>
      assignDeposit(parts, by, { ...body, ...params, storesResponse: true }),
    ),
    route(adminDeposits.exportDeposits, owner, () => exportDeposits(parts)),
  ];
}
