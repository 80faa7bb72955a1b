import { DAY_MS, HOUR_MS } from '#domain/base/time';

import { sellTexts } from './sell-texts.ts';

/**
 * A span in whole days, rounded up, and below a day in whole hours.
 *
 * @example timeLeft(6.2 * DAY_MS) // '7 days'
 */
export function timeLeft(ms: number): string {
  if (ms > DAY_MS) return sellTexts.days(Math.ceil(ms / DAY_MS));
  return ms < HOUR_MS ? sellTexts.lessThanHour : sellTexts.hours(Math.floor(ms / HOUR_MS));
}
