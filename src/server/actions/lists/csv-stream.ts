import { Readable } from 'node:stream';
import { type CsvColumns, csvCells, csvHead, csvRow } from '#domain/base/csv';
import { type Result, ok } from '#domain/base/result';
import type { Answer } from '../../base/route.ts';

interface CsvFile<Row, Shown> {
  readonly name: string;
  readonly columns: CsvColumns<Shown>;
  /** The entries of a page, as the columns read them. */
  readonly show: (rows: readonly Row[]) => Promise<readonly Shown[]> | readonly Shown[];
}

/**
 * A CSV file (RFC 4180, no cell a formula) that goes out while it is read, page after page. The first
 * page is read before anything is sent, so that a failure there is still answered as one; a later one
 * cuts the file off, which the receiver notices.
 */
export async function csvStream<Row, Shown>(
  { name, columns, show }: CsvFile<Row, Shown>,
  pages: AsyncGenerator<readonly Row[]>,
): Promise<Result<Answer<Readable>>> {
  const rowsOf = async (page: readonly Row[]): Promise<string> =>
    (await show(page)).map((shown) => csvRow(csvCells(columns, shown))).join('');
  const first = await pages.next();
  const head = csvRow(csvHead(columns)) + (first.done === true ? '' : await rowsOf(first.value));
  async function* texts(): AsyncGenerator<string> {
    yield head;
    for await (const page of pages) if (page.length > 0) yield await rowsOf(page);
  }
  const headers = {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${name}"`,
  };
  return ok({ status: 200, body: Readable.from(texts()), headers });
}

/**
 * The pages of a list that is read by keyset, until one is not full.
 *
 * @param read a page that follows the last row of the page before it; null for the first
 */
export async function* keysetPages<Row>(
  limit: number,
  read: (last: Row | null) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  let last: Row | null = null;
  for (;;) {
    const rows: readonly Row[] = await read(last);
    yield rows;
    last = rows.at(-1) ?? null;
    if (rows.length < limit) return;
  }
}
