/**
 * Formats a decimal for people: digits grouped in thousands, without trailing zeros.
 *
 * @example groupThousands('12345.600000') // '12,345.6'
 */
export function groupThousands(decimal: string): string {
  const [whole = '', fraction = ''] = decimal.split('.');
  const digits = fraction.replace(/0+$/, '');
  const thousands = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',');
  return digits === '' ? thousands : `${thousands}.${digits}`;
}
