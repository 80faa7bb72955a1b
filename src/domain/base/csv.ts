/** What a spreadsheet would take for a formula; some take the full-width forms for the same. */
const FORMULA = /^[=+\-@＝＋－＠\t\r\n]/;

/**
 * One cell: quoted where it must be, and never a formula.
 *
 * @example csvCell('=1+1') // "'=1+1"
 * @example csvCell('a "b"') // '"a ""b"""'
 */
export function csvCell(value: string): string {
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A row with its line end, as RFC 4180 has it. */
export function csvRow(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}
