import * as sells from '#contract/sells/sells';
import { type Route, done, found } from '../kernel/base/route.ts';
import type { Guards } from '../kernel/guards/guards.ts';
import type { Parts } from '../kernel/parts.ts';
import { listSells, readEligibility } from './read-sells.ts';
import { sellLmt } from './sell-lmt.ts';

export function sellRoutes(parts: Parts, { acting, reading }: Guards): Route[] {
  return [
    done(sells.sellLmt, acting, ({ body }, caller) => sellLmt(parts, caller, body)),
    done(sells.getEligibility, reading, ({ params }) => readEligibility(parts, params)),
    found(sells.listSells, reading, ({ params }) => listSells(parts, params)),
  ];
}
