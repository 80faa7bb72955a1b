import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { valueOf } from '#test/domain/builders';
import { csvStream, keysetPages } from './csv-stream.ts';

/** Rows 1 to `count` in pages of three, with the keysets that were requested. */
function numbers(count: number, failsAfter = Number.POSITIVE_INFINITY) {
  const asked: (number | null)[] = [];
  const read = async (last: number | null): Promise<number[]> => {
    asked.push(last);
    const from = (last ?? 0) + 1;
    if (from > failsAfter) throw new Error('gone');
    return [from, from + 1, from + 2].filter((n) => n <= count);
  };
  return { asked, pages: keysetPages(3, read) };
}

const FILE = {
  name: 'a.csv',
  columns: [
    ['n', String],
    ['a "b"', (n: number) => `=${n}`],
  ] as const,
  show: (rows: readonly number[]) => rows,
};

test('csvStream sends the header and all pages, and escapes formulas', async () => {
  const { asked, pages } = numbers(7);
  const { status, headers, body } = valueOf(await csvStream(FILE, pages));
  expect(status).toBe(200);
  expect(headers).toEqual({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="a.csv"',
  });
  const rows = [1, 2, 3, 4, 5, 6, 7].map((n) => `${n},'=${n}\r\n`);
  expect(await text(body)).toBe(`n,"a ""b"""\r\n${rows.join('')}`);
  expect(asked).toEqual([null, 3, 6]);
});

test('csvStream sends only the header of an empty list, and reads on after a full page', async () => {
  expect(await text(valueOf(await csvStream(FILE, numbers(0).pages)).body)).toBe('n,"a ""b"""\r\n');
  const { asked, pages } = numbers(3);
  await text(valueOf(await csvStream(FILE, pages)).body);
  expect(asked).toEqual([null, 3]);
});

test('csvStream rejects if the first page fails, and truncates the file if a later page fails', async () => {
  await expect(csvStream(FILE, numbers(9, 0).pages)).rejects.toThrow('gone');
  const { body } = valueOf(await csvStream(FILE, numbers(9, 3).pages));
  await expect(text(body)).rejects.toThrow('gone');
});

test('csvStream reads pages on demand, and stops when the reader disconnects', async () => {
  const { asked, pages } = numbers(1_000_000);
  const { body } = valueOf(await csvStream(FILE, pages));
  for await (const chunk of body) if (String(chunk).includes('6')) break;
  expect(body.destroyed).toBe(true);
  expect(asked.length).toBeLessThan(30);
});
