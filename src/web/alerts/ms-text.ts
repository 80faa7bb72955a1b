/**
 * Milliseconds in as many digits as tell something.
 *
 * @example msText(0.4218) // '0.4'
 * @example msText(132.7)  // '133'
 */
export function msText(ms: number): string {
  return ms < 10 ? (Math.round(ms * 10) / 10).toString() : Math.round(ms).toString();
}
