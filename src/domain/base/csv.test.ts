import { parse } from 'csv-parse/sync';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvCell, csvRow } from './csv.ts';

test.each([
  ['plain', 'plain'],
  ['', ''],
  ['a,b', '"a,b"'],
  ['a "b"', '"a ""b"""'],
  ['two\nlines', '"two\nlines"'],
  ['=HYPERLINK("x")', `"'=HYPERLINK(""x"")"`],
  ['+1', `'+1`],
  ['-1', '-1'],
  ['-12.50000000', '-12.50000000'],
  ['-1+2', `'-1+2`],
  ['-1\n=2', `"'-1\n'=2"`],
  ['--1', `'--1`],
  ['-A1', `'-A1`],
  ['@SUM(A1)', `'@SUM(A1)`],
  ['\tx', `"'\tx"`],
  ['\n=1', `"'\n'=1"`],
  ['1-2', '1-2'],
  ['＝1+1', `'＝1+1`],
  ['＋1', `'＋1`],
  ['－1', `'－1`],
  ['＠SUM(A1)', `'＠SUM(A1)`],
  ['a;b', '"a;b"'],
  ['a\tb', '"a\tb"'],
  ['a;=1+1', `"a;'=1+1"`],
  ['a;-1;b', `"a;'-1;b"`],
  ['a;"=1+1;', `"a;'""=1+1;"`],
  ['a\t@SUM(A1)', `"a\t'@SUM(A1)"`],
  ['a\r\n+1', `"a\r\n'+1"`],
])('formats the cell %j as %j', (value, cell) => {
  expect(csvCell(value)).toBe(cell);
});

test('ends a row with CR LF, by RFC 4180', () => {
  expect(csvRow(['a', 'b,c'])).toBe('a,"b,c"\r\n');
});

test('csv-parse reads every cell back, with formulas behind an apostrophe', () => {
  const anyMark = fc.constantFrom(...Array.from('=+-@＝＋－＠\t\r\n",\'; a1é😀'));
  const anyCell = fc.oneof(
    fc.string(),
    fc.array(anyMark).map((marks) => marks.join('')),
  );
  // At least two cells, because a parser may skip a row of one empty cell as an empty line.
  const anyRow = fc.array(anyCell, { minLength: 2, maxLength: 5 });
  fc.assert(
    fc.property(fc.array(anyRow, { minLength: 1, maxLength: 4 }), (rows) => {
      const file = rows.map(csvRow).join('');
      const read = parse(file, { relaxColumnCount: true, recordDelimiter: '\r\n' });
      const unmarked = (cell: string) => cell.replaceAll("'", '');
      expect(read.map((row) => row.map(unmarked))).toEqual(rows.map((row) => row.map(unmarked)));
      for (const cell of read.flat()) {
        if (/^-\d+(\.\d+)?$/.test(cell)) continue;
        expect(cell).toMatch(/^(?![\t\r\n])/);
        for (const part of cell.split(/[;\t\r\n]"*/)) expect(part).toMatch(/^(?![=+\-@＝＋－＠])/);
      }
    }),
  );
});
