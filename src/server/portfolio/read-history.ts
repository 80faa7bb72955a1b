import type {
  exportHistory as file,
  getHistory,
  HistoryJson,
  TransactionJson,
} from '#contract/portfolio/portfolio';
import { serializeCsv, serializeSigned } from '#contract/portfolio/serialize-item';
import { serializeHistory } from '#contract/portfolio/serialize-portfolio';
import type { NumberedItem } from '#domain/base/change';
import { type Result, ok } from '#domain/base/result';
import { instant } from '#domain/base/time';
import { lmtPriceAt } from '#domain/terms/price';
import { filterHistory } from '#domain/portfolio/history-filter';
import type { PricesAt } from '#domain/portfolio/history-summary';
import type { Answer, Call } from '../kernel/base/route.ts';
import type { Parts } from '../kernel/parts.ts';
import { solPricesAt } from '../kernel/terms/market-prices.ts';
import { historyOf } from './history-queries.ts';
import { type Cursor, readCursor, writeCursor } from '../kernel/lists/page-cursor.ts';
import { pageResponse } from '../kernel/lists/page-response.ts';

/** Returns a user's history, newest first, with signed amounts. */
export async function readTransactions(
  { database }: Pick<Parts, 'database'>,
  { userId }: { readonly userId: string },
): Promise<TransactionJson[]> {
  return (await historyOf(database, userId)).map(serializeSigned);
}

type HistoryPage = Call<typeof getHistory>['query'];

/** Returns the history with totals in USD at the time of each transaction and by token, or a page of it. */
export async function readHistory(
  parts: Pick<Parts, 'database' | 'rules'>,
  { userId }: { readonly userId: string },
  page: HistoryPage,
): Promise<Result<Answer<HistoryJson>>> {
  const history = await historyWithPrices(parts, userId);
  const shown = pageOf(history.all, page);
  if (!shown.ok) return shown;
  const { items, next } = shown.value;
  const body = serializeHistory({ ...history, shown: items });
  return pageResponse(body, history.all.length, next && writeCursor(next));
}

/** Returns the items after the cursor, at most `limit`; all items without a limit. */
function pageOf(
  items: readonly NumberedItem[],
  { limit = items.length, cursor }: HistoryPage,
): Result<{ readonly items: readonly NumberedItem[]; readonly next: Cursor | null }> {
  const read = readCursor(cursor);
  if (!read.ok) return read;
  const after = read.value;
  const from = after
    ? items.findIndex(({ at, id }) => at < after.at || (at === after.at && id < after.id))
    : 0;
  const shown = from === -1 ? [] : items.slice(from, from + limit);
  const last = shown.at(-1);
  const next = last && last !== items.at(-1) ? last : null;
  return ok({ items: shown, next });
}

/** Returns a user's history, newest first, with the prices at the time of each item. */
async function historyWithPrices(
  { database, rules }: Pick<Parts, 'database' | 'rules'>,
  userId: string,
): Promise<{ readonly all: readonly NumberedItem[]; readonly pricesAt: PricesAt }> {
  const all = await historyOf(database, userId);
  const { terms, lmtPrices } = await rules.inForce();
  const sol = await solPricesAt(
    database,
    all.map(({ at }) => at),
  );
  return {
    all,
    pricesAt: (at) => ({ lmt: lmtPriceAt(lmtPrices, terms, at), sol: sol.get(at) ?? null }),
  };
}

const at = (text: string | undefined) =>
  text === undefined ? undefined : instant(Date.parse(text));

/** Exports a user's history that matches a filter, as a CSV file. */
export async function exportHistory(
  parts: Pick<Parts, 'database' | 'rules'>,
  { userId }: { readonly userId: string },
  { type, status, search, from, to }: Call<typeof file>['query'],
): Promise<Result<Answer<string>>> {
  const filter = { type, status, search, from: at(from), to: at(to) };
  const history = await historyWithPrices(parts, userId);
  const shown = filterHistory(history.all, filter);
  const body = serializeCsv(serializeHistory({ ...history, shown }).all);
  const headers = {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="lmt-history.csv"',
  };
  return ok({ status: 200, body, headers });
}
