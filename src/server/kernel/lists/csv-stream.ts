import { Readable } from 'node:stream';
import { type CsvColumns, csvCells, csvHead, csvRow } from '#domain/base/csv';
import { type Result, ok } from '#domain/base/result';
import type { Answer } from '../base/route.ts';

/** Rows per turn of the event loop; other requests run in between. */
const SHOWN = 2_000;

interface CsvFile<Row, Shown> {
  readonly name: string;
  readonly columns: CsvColumns<Shown>;
  /** Converts a page's rows to entries for the columns. */
  readonly show: (rows: readonly Row[]) => Promise<readonly Shown[]> | readonly Shown[];
}

/**
 * Streams a CSV file (RFC 4180, no cell a formula), page by page. The first page is read before anything is
 * sent, so that its failure is a normal error response. A later failure truncates the response, which the
 * receiver notices.
 */
export async function csvStream<Row, Shown>(
  { name, columns, show }: CsvFile<Row, Shown>,
  pages: AsyncGenerator<readonly Row[]>,
): Promise<Result<Answer<Readable>>> {
  const rowsOf = async (page: readonly Row[]): Promise<string> =>
    (await show(page)).map((shown) => csvRow(csvCells(columns, shown))).join('');
  async function* texts(): AsyncGenerator<string> {
    let head = csvRow(csvHead(columns));
    for await (const page of pages) {
      for (let from = 0; from < page.length; from += SHOWN) {
        yield head + (await rowsOf(page.slice(from, from + SHOWN)));
        head = '';
      }
    }
    yield head;
  }
  const all = texts();
  const first = await all.next();
  async function* body(): AsyncGenerator<string> {
    yield first.value ?? '';
    yield* all;
  }
  const headers = {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${name}"`,
  };
  return ok({ status: 200, body: Readable.from(body()), headers });
}

/**
 * Yields the keyset pages of a list, up to the first page that is not full.
 *
 * @param read reads the page after a row; null for the first page
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
