import { presentBond } from '#contract/bonds';
import { type Portfolio, presentItem } from '#contract/portfolio';
import { isOpenBond } from '#domain/bond';
import { formatAmount, lmt, sum } from '#domain/money';
import { lmtPriceAt } from '#domain/price';
import { type Result, ok, refuse } from '#domain/result';
import { lmtValue } from '#domain/treasury';
import type { Parts } from '../parts.ts';
import { bondsOf } from '../store/bonds.ts';
import { readHead } from '../store/head.ts';
import { historyOf } from '../store/history.ts';
import { findUser } from '../store/users.ts';

const RECENT = 10;

/** What a user has: unstaked LMT, and LMT in bonds that are paid and not claimed. */
export async function readPortfolio(
  { database, rules }: Parts,
  { userId }: { readonly userId: string },
): Promise<Result<Portfolio>> {
  const user = await findUser(database, { id: userId });
  if (!user) return refuse('NOT_FOUND', { what: 'User' });
  const { now, termsVersion } = await readHead(database);
  const { terms, lmtPrices } = await rules.at(termsVersion);
  const bonds = (await bondsOf(database, userId)).filter(isOpenBond);
  const inBonding = sum(
    bonds.filter(({ status }) => status === 'confirmed').map((b) => b.lmtAmount),
  );
  const total = sum([user.unstaked, inBonding]);
  const none = formatAmount('LMT', lmt(0n));
  return ok({
    totalStaked: none,
    unstakedLMT: formatAmount('LMT', user.unstaked),
    pendingRewards: none,
    totalEarnings: none,
    inBonding: formatAmount('LMT', inBonding),
    totalLMT: formatAmount('LMT', total),
    totalValueUSD: formatAmount('USDC', lmtValue(total, lmtPriceAt(lmtPrices, terms, now))),
    activeBonds: bonds.map((bond) => presentBond(bond, now)),
    activeStakes: [],
    recentTransactions: (await historyOf(database, userId, RECENT)).map(presentItem),
  });
}
