import * as portfolio from '#contract/portfolio/portfolio';
import { type Route, done, found, route } from '../kernel/base/route.ts';
import type { Guards } from '../kernel/guards/guards.ts';
import type { Parts } from '../kernel/parts.ts';
import type { PortfolioParts } from './portfolio-queries.ts';
import { readAnalytics } from './read-analytics.ts';
import { exportHistory, readHistory, readTransactions } from './read-history.ts';
import { readPortfolio } from './read-portfolio.ts';

export function portfolioRoutes(parts: Parts & PortfolioParts, { reading }: Guards): Route[] {
  return [
    done(portfolio.getPortfolio, reading, ({ params }, caller) =>
      readPortfolio(parts, params, caller),
    ),
    found(portfolio.getTransactions, reading, ({ params }) => readTransactions(parts, params)),
    route(portfolio.exportHistory, reading, ({ params, query }) =>
      exportHistory(parts, params, query),
    ),
    done(portfolio.getAnalytics, reading, ({ params }) => readAnalytics(parts, params)),
    route(portfolio.getHistory, reading, ({ params, query }) => readHistory(parts, params, query)),
  ];
}
