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
  ['-1', `'-1`],
  ['@SUM(A1)', `'@SUM(A1)`],
  ['\tx', `'\tx`],
  ['1-2', '1-2'],
  ['＝1+1', `'＝1+1`],
  ['＋1', `'＋1`],
  ['－1', `'－1`],
  ['＠SUM(A1)', `'＠SUM(A1)`],
])('%j is written as %j', (value, cell) => {
  expect(csvCell(value)).toBe(cell);
});

test('a row ends its line as RFC 4180 has it', () => {
  expect(csvRow(['a', 'b,c'])).toBe('a,"b,c"\r\n');
});
