/**
 * What a spreadsheet would take for a formula; some take the full-width forms for the same. A negative
 * number is none, and is to be summed.
 */
const FORMULA = /^[=+\-@＝＋－＠\t\r\n]/;
const NEGATIVE = /^-\d+(\.\d+)?$/;

/** Where one would begin in the middle for a program that parts cells at semicolons or tabs, quoted or not. */
const INNER = /([;\t\r\n])(?="*[=+\-@＝＋－＠])/g;

/**
 * One cell: quoted where it must be, and never a formula.
 *
 * @example csvCell('=1+1') // "'=1+1"
 * @example csvCell('a "b"') // '"a ""b"""'
 */
export function csvCell(value: string): string {
  const inner = value.replaceAll(INNER, "$1'");
  const safe = FORMULA.test(inner) && !NEGATIVE.test(inner) ? `'${inner}` : inner;
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A row with its line end, as RFC 4180 has it. */
export function csvRow(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/** The columns of a file in their order: each with its name, and what of an entry stands in it. */
export type CsvColumns<T> = readonly (readonly [
  name: string,
  read: (of: T) => string | number | boolean | null | undefined,
])[];

/** An entry's cells, one per column; a missing value is an empty cell. */
export function csvCells<T>(columns: CsvColumns<T>, of: T): string[] {
  return columns.map(([, read]) => String(read(of) ?? ''));
}

/** The names of the columns. */
export function csvHead<T>(columns: CsvColumns<T>): string[] {
  return columns.map(([name]) => name);
}
