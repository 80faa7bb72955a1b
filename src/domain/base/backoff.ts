import { HOUR_MS, type Instant, MINUTE_MS, after } from './time.ts';

/** When to try again what has failed so many times in a row: in a minute, then in twice as long, at most in an hour. */
export function nextRetryAt(failures: number, now: Instant): Instant {
  const doublings = Math.min(Math.max(0, failures - 1), 6);
  return after(now, Math.min(HOUR_MS, MINUTE_MS * 2 ** doublings));
}

const ERROR_CHARS_MAX = 300;

/** What is kept of an error. */
export const errorText = (error: unknown): string => String(error).slice(0, ERROR_CHARS_MAX);
