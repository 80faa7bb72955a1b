import type { Portfolio } from '#contract/portfolio';
import { presentBond } from '#contract/present/bond';
import { presentItem } from '#contract/present/item';
import { presentStake } from '#contract/present/stake';
import { usableCredit } from '#domain/vaults/fee-credit';
import { formatAmount } from '#domain/base/money';
import { totalsOf } from '#domain/user/portfolio';
import { lmtPriceAt } from '#domain/terms/price';
import { type Result, ok, refuse } from '#domain/base/result';
import { lmtValue } from '#domain/treasury/treasury';
import { catchUpAll, unstakedAfter } from '#domain/vaults/vault-catch-up';
import type { Parts } from '../../parts.ts';
import { openFeesOf } from '../../store/vaults/fee-payments.ts';
import { type StoredPortfolio, readPortfolioOf } from '../../store/users/portfolio.ts';

/** What a user has, as it is now, whether or not a sweep has run; `own` where it has been read already. */
export async function readPortfolio(
  { database, rules }: Parts,
  { userId }: { readonly userId: string },
  own: StoredPortfolio | null,
): Promise<Result<Portfolio>> {
  const stored = own ?? (await readPortfolioOf(database, userId));
  if (!stored) return refuse('NOT_FOUND', { what: 'User' });
  const { now, holdings } = stored;
  const { inEscrow, openBonds: bonds, recent } = holdings;
  const { terms, lmtPrices } = await rules.at(stored.termsVersion);
  const { next: vaults, journals } = catchUpAll(holdings.vaults, terms, now);
  const unstaked = unstakedAfter(userId, holdings.unstaked, journals);
  const totals = totalsOf({ unstaked, bonds, vaults, inEscrow }, now);
  const credit = usableCredit(
    holdings.credit,
    holdings.credit === 0n ? [] : await openFeesOf(database, userId),
  );
  return ok({
    totalStaked: formatAmount('LMT', totals.staked),
    unstakedLMT: formatAmount('LMT', unstaked),
    pendingRewards: formatAmount('LMT', totals.pendingRewards),
    totalEarnings: formatAmount('LMT', totals.earned),
    inBonding: formatAmount('LMT', totals.inBonding),
    inEscrow: formatAmount('LMT', inEscrow),
    totalLMT: formatAmount('LMT', totals.all),
    totalValueUSD: formatAmount('USDC', lmtValue(totals.all, lmtPriceAt(lmtPrices, terms, now))),
    feeCredit: formatAmount('SOL', credit),
    activeBonds: bonds.map((bond) => presentBond(bond, now)),
    activeStakes: vaults
      .filter(({ status }) => status !== 'completed')
      .map((vault) => presentStake(vault, terms, now)),
    recentTransactions: recent.map(presentItem),
  });
}
