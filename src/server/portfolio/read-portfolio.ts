import type { Portfolio } from '#contract/portfolio/portfolio';
import { serializePortfolio } from '#contract/portfolio/serialize-portfolio';
import { usableCredit } from '#domain/payments/fee-credit';
import { lmtPriceAt } from '#domain/terms/price';
import { type Result, ok, refuse } from '#domain/base/result';
import { catchUpAll, unstakedAfter } from '#domain/vaults/vault-catch-up';
import type { Parts } from '../kernel/parts.ts';
import { openFeesOf } from '../vaults/fee-payment-queries.ts';
import { type PortfolioParts, readPortfolioOf } from './portfolio-queries.ts';
import type { SignedIn } from '../kernel/sessions/sessions.ts';

/** Returns a user's portfolio, computed at the current instant even if no sweep has run. The caller's own is cached. */
export async function readPortfolio(
  { database, rules, portfolios }: Pick<Parts, 'database' | 'rules'> & PortfolioParts,
  { userId }: { readonly userId: string },
  caller: SignedIn | null,
): Promise<Result<Portfolio>> {
  const stored = await (caller ? portfolios.read(caller) : readPortfolioOf(database, userId));
  if (!stored) return refuse('NOT_FOUND', { what: 'User' });
  const { now, holdings } = stored;
  const { inEscrow, earnedInDeleted, openBonds: bonds, recent: items } = holdings;
  const { terms, lmtPrices } = await rules.at(stored.termsVersion);
  const { next: vaults, journals } = catchUpAll(holdings.vaults, terms, now);
  const unstaked = unstakedAfter(userId, holdings.unstaked, journals);
  const credit = usableCredit(
    holdings.credit,
    holdings.credit === 0n ? [] : await openFeesOf(database, userId),
  );
  const lmtPrice = lmtPriceAt(lmtPrices, terms, now);
  const belongings = { unstaked, bonds, vaults, inEscrow, earnedInDeleted };
  return ok(serializePortfolio({ ...belongings, credit, items, terms, lmtPrice }, now));
}
