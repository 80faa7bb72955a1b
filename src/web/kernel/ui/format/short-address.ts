/**
 * First four and last four characters, as every screen shows an address.
 *
 * @example shortAddress('7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU') // '7xKX…gAsU'
 */
export function shortAddress(address: string): string {
  return address.length <= 9 ? address : `${address.slice(0, 4)}…${address.slice(-4)}`;
}
