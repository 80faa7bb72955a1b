const SIGNIFICANT = 4;

/**
 * How many decimals a USD price needs on screen: two, or four digits that say something.
 *
 * @example priceDecimals('0.002466900000') // 6
 */
export function priceDecimals(price: string): number {
  const [whole = '', fraction = ''] = price.split('.');
  if (!/^0*$/.test(whole)) return 2;
  const zeros = /^0*/.exec(fraction)?.[0].length ?? 0;
  return zeros === fraction.length ? 2 : zeros + SIGNIFICANT;
}
