import type { exportHistory as endpoint } from '#contract/portfolio';
import { presentCsv } from '#contract/present/item';
import { presentHistory } from '#contract/present/portfolio';
import { filterHistory } from '#domain/user/history-filter';
import { type Result, ok } from '#domain/base/result';
import { instant } from '#domain/base/time';
import type { Answer, Call } from '../../base/route.ts';
import type { Parts } from '../../parts.ts';
import { historyWithPrices } from './read-history.ts';

const at = (text: string | undefined) =>
  text === undefined ? undefined : instant(Date.parse(text));

/** Everything a user did, or what a filter leaves of it, as a file. */
export async function exportHistory(
  parts: Pick<Parts, 'database' | 'rules'>,
  { userId }: { readonly userId: string },
  { type, status, search, from, to }: Call<typeof endpoint>['query'],
): Promise<Result<Answer<string>>> {
  const filter = { type, status, search, from: at(from), to: at(to) };
  const history = await historyWithPrices(parts, userId);
  const shown = filterHistory(history.all, filter);
  const body = presentCsv(presentHistory({ ...history, shown }).all);
  const headers = {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="lmt-history.csv"',
  };
  return ok({ status: 200, body, headers });
}
