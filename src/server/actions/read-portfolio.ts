import { presentBond } from '#contract/bonds';
import { type Portfolio, presentItem } from '#contract/portfolio';
import { presentStake } from '#contract/stakes';
import { isOpenBond } from '#domain/bond';
import { usableCredit } from '#domain/fee-credit';
import { formatAmount } from '#domain/money';
import { totalsOf } from '#domain/portfolio';
import { lmtPriceAt } from '#domain/price';
import { type Result, ok, refuse } from '#domain/result';
import { lmtValue } from '#domain/treasury';
import { catchUpAll, unstakedAfter } from '#domain/vault-catch-up';
import type { Parts } from '../parts.ts';
import { bondsOf } from '../store/bonds.ts';
import { openFeesOf } from '../store/fee-payments.ts';
import { historyOf } from '../store/history.ts';
import { readHolder } from '../store/holders.ts';
import { vaultsOf } from '../store/vaults.ts';

const RECENT = 10;

/** What a user has, as it is now, whether or not a sweep has run. */
export async function readPortfolio(
  { database, rules }: Parts,
  { userId }: { readonly userId: string },
): Promise<Result<Portfolio>> {
  const holder = await readHolder(database, userId);
  if (!holder) return refuse('NOT_FOUND', { what: 'User' });
  const { now } = holder;
  const { terms, lmtPrices } = await rules.at(holder.termsVersion);
  const bonds = (await bondsOf(database, userId)).filter(isOpenBond);
  const { next: vaults, journals } = catchUpAll(await vaultsOf(database, userId), terms, now);
  const unstaked = unstakedAfter(userId, holder.unstaked, journals);
  const { inEscrow } = holder;
  const totals = totalsOf({ unstaked, bonds, vaults, inEscrow }, now);
  const credit = usableCredit(
    holder.credit,
    holder.credit === 0n ? [] : await openFeesOf(database, userId),
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
    recentTransactions: (await historyOf(database, userId, RECENT)).map(presentItem),
  });
}
