/**
 * Beginning of a cell that a spreadsheet may evaluate as a formula; some accept full-width forms. Negative numbers
 * are exempt, so that columns can be summed.
 */
const FORMULA = /^[=+\-@＝＋－＠\t\r\n]/;
const NEGATIVE = /^-\d+(\.\d+)?$/;

/** Formula after a separator, for programs that split cells at semicolons or tabs even inside quotes. */
const INNER = /([;\t\r\n])(?="*[=+\-@＝＋－＠])/g;

/**
 * Formats one cell: quoted if necessary, with formulas made inert by an apostrophe.
 *
 * @example csvCell('=1+1') // "'=1+1"
 * @example csvCell('a "b"') // '"a ""b"""'
 */
export function csvCell(value: string): string {
  const inner = value.replaceAll(INNER, "$1'");
  const safe = FORMULA.test(inner) && !NEGATIVE.test(inner) ? `'${inner}` : inner;
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Formats a row with its line end, by RFC 4180. */
export function csvRow(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/** Columns of a file in order, each with its name and the function that reads its value from an entry. */
export type CsvColumns<T> = readonly (readonly [
  name: string,
  read: (of: T) => string | number | boolean | null | undefined,
])[];

/** Returns an entry's cells; a missing value is an empty cell. */
export function csvCells<T>(columns: CsvColumns<T>, of: T): string[] {
  return columns.map(([, read]) => String(read(of) ?? ''));
}

export function csvHead<T>(columns: CsvColumns<T>): string[] {
  return columns.map(([name]) => name);
}
