import type { HistoryJson, TransactionJson } from '#contract/portfolio';
import { presentItem } from '#contract/present/item';
import { presentHistory } from '#contract/present/portfolio';
import type { NumberedItem } from '#domain/base/change';
import { entryAt } from '#domain/base/history';
import type { LmtPrice, UsdPrice } from '#domain/base/money';
import type { Instant } from '#domain/base/time';
import { lmtPriceAt } from '#domain/terms/price';
import { historySummary } from '#domain/user/history-summary';
import type { Parts } from '../../parts.ts';
import { readHead } from '../../store/terms/head.ts';
import { historyOf } from '../../store/users/history.ts';
import { solPricesSince } from '../../store/terms/market-prices.ts';

/** Everything a user did, newest first. */
export async function readTransactions(
  { database }: Pick<Parts, 'database'>,
  { userId }: { readonly userId: string },
): Promise<TransactionJson[]> {
  return (await historyOf(database, userId)).map(presentItem);
}

/** The same with totals, in USD at the time of each transaction and by token. */
export async function readHistory(
  parts: Pick<Parts, 'database' | 'rules'>,
  { userId }: { readonly userId: string },
): Promise<HistoryJson> {
  const items = await historyOf(parts.database, userId);
  return presentHistory(items, historySummary(items, await pricesSince(parts, items)));
}

/** The prices at the time of each item. */
async function pricesSince(
  { database, rules }: Pick<Parts, 'database' | 'rules'>,
  items: readonly NumberedItem[],
): Promise<(at: Instant) => { readonly lmt: LmtPrice; readonly sol: UsdPrice | null }> {
  const { termsVersion, now } = await readHead(database);
  const { terms, lmtPrices } = await rules.at(termsVersion);
  const sol = await solPricesSince(database, items.at(-1)?.at ?? now);
  return (at) => ({
    lmt: lmtPriceAt(lmtPrices, terms, at),
    sol: (entryAt(sol, at) ?? sol[0])?.value ?? null,
  });
}
