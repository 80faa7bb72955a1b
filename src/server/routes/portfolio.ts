import * as portfolio from '#contract/portfolio';
import { exportHistory, readHistory, readTransactions } from '../actions/users/read-history.ts';
import { readAnalytics } from '../actions/users/read-analytics.ts';
import { readPortfolio } from '../actions/users/read-portfolio.ts';
import { ownPortfolio } from '../guards/own-portfolio.ts';
import { done, found } from '../base/answers.ts';
import { type Guard, type Route, route } from '../base/route.ts';
import type { Parts } from '../parts.ts';

/** What a user has, did and earned. */
export function portfolioRoutes(parts: Parts, reading: Guard<null>): Route[] {
  return [
    route(portfolio.getPortfolio, ownPortfolio(parts), async ({ params }, own) =>
      done(await readPortfolio(parts, params, own)),
    ),
    route(portfolio.getTransactions, reading, async ({ params }) =>
      found(await readTransactions(parts, params)),
    ),
    route(portfolio.exportHistory, reading, ({ params, query }) =>
      exportHistory(parts, params, query),
    ),
    route(portfolio.getAnalytics, reading, async ({ params }) =>
      done(await readAnalytics(parts, params)),
    ),
    route(portfolio.getHistory, reading, ({ params, query }) => readHistory(parts, params, query)),
  ];
}
