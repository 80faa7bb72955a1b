import { Readable } from 'node:stream';
import { csvRow } from '#domain/base/csv';
import { type Result, ok } from '#domain/base/result';
import type { Answer } from '../../base/route.ts';

/** Rows of a file, a page at a time. */
type Pages = AsyncIterable<readonly (readonly string[])[]>;

/**
 * A CSV file (RFC 4180, no cell a formula) that goes out while it is read, page after page. The first
 * page is read before anything is sent, so that a failure there is still answered as one; a later one
 * cuts the file off, which the receiver notices.
 */
export async function csvStream(
  name: string,
  head: readonly string[],
  pages: Pages,
): Promise<Result<Answer<Readable>>> {
  const iterator = pages[Symbol.asyncIterator]();
  const first = await iterator.next();
  async function* texts(): AsyncGenerator<string> {
    try {
      yield csvRow(head);
      for (let page = first; page.done !== true; page = await iterator.next()) {
        if (page.value.length > 0) yield page.value.map(csvRow).join('');
      }
    } finally {
      await iterator.return?.();
    }
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
export async function* keysetPages<Row, Shown>(
  limit: number,
  read: (last: Row | null) => Promise<readonly Row[]>,
  show: (rows: readonly Row[]) => Promise<readonly Shown[]> | readonly Shown[],
): AsyncGenerator<readonly Shown[]> {
  let last: Row | null = null;
  for (;;) {
    const rows: readonly Row[] = await read(last);
    yield await show(rows);
    last = rows.at(-1) ?? null;
    if (rows.length < limit) return;
  }
}
