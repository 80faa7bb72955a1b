import type { HistoryJson, TransactionJson } from '#contract/portfolio';
import { presentItem } from '#contract/present/item';
import type { NumberedItem } from '#domain/base/change';
import { entryAt } from '#domain/base/history';
import { type Token, formatAmount, lamports, lmt, usdc } from '#domain/base/money';
import { lmtPriceAt, valueInUsd } from '#domain/terms/price';
import { lmtValue } from '#domain/treasury/treasury';
import type { Parts } from '../../parts.ts';
import { readHead } from '../../store/terms/head.ts';
import { historyOf } from '../../store/users/history.ts';
import { solPricesSince } from '../../store/terms/market-prices.ts';

/** Everything a user did, newest first. */
export async function readTransactions(
  { database }: Parts,
  { userId }: { readonly userId: string },
): Promise<TransactionJson[]> {
  return (await historyOf(database, userId)).map(presentItem);
}

/** The same with totals, in USD at the time of each transaction and by token. */
export async function readHistory(
  parts: Parts,
  { userId }: { readonly userId: string },
): Promise<HistoryJson> {
  const items = await historyOf(parts.database, userId);
  const usd = await valuation(parts, items);
  const counted = items.filter(({ status }) => status !== 'failed');
  let [fees, volume] = [0n, 0n];
  for (const item of counted) {
    fees += usd(item.feeToken, item.fee, item);
    volume += usd(item.token, item.amount, item);
  }
  const byToken = (of: (item: NumberedItem) => readonly [Token, bigint]): Record<Token, bigint> => {
    const sums: Record<Token, bigint> = { LMT: 0n, SOL: 0n, USDC: 0n };
    for (const [token, amount] of counted.map(of)) sums[token] += amount;
    return sums;
  };
  return {
    all: items.map(presentItem),
    summary: {
      totalTransactions: items.length,
      totalFees: formatAmount('USDC', usdc(fees)),
      totalVolume: formatAmount('USDC', usdc(volume)),
      feesByToken: presentSums(byToken((item) => [item.feeToken, item.fee])),
      volumeByToken: presentSums(byToken((item) => [item.token, item.amount])),
    },
  };
}

const presentSums = (sums: Record<Token, bigint>): { LMT: string; SOL: string; USDC: string } => ({
  LMT: formatAmount('LMT', lmt(sums.LMT)),
  SOL: formatAmount('SOL', lamports(sums.SOL)),
  USDC: formatAmount('USDC', usdc(sums.USDC)),
});

/** What an amount was worth in USD when an item happened. */
async function valuation(
  { database, rules }: Parts,
  items: readonly NumberedItem[],
): Promise<(token: Token, amount: bigint, item: NumberedItem) => bigint> {
  const { termsVersion, now } = await readHead(database);
  const { terms, lmtPrices } = await rules.at(termsVersion);
  const sol = await solPricesSince(database, items.at(-1)?.at ?? now);
  return (token, amount, { at }) => {
    if (token === 'USDC') return amount;
    if (token === 'LMT') return lmtValue(lmt(amount), lmtPriceAt(lmtPrices, terms, at));
    const price = (entryAt(sol, at) ?? sol[0])?.value;
    return price === undefined ? 0n : valueInUsd(amount, 9, price);
  };
}
