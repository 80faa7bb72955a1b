/**
 * Whether an announced date, a year or a quarter of one, is over.
 *
 * @example isPast('Q3 2025', Date.UTC(2025, 9, 1)) // true
 */
export function isPast(when: string, now: number): boolean {
  const match = /^(?:Q([1-4]) )?(\d{4})$/.exec(when);
  if (!match) return false;
  const [, quarter = '4', year] = match;
  return now >= Date.UTC(Number(year), Number(quarter) * 3);
}
