import { HOUR_MS, type Instant, MINUTE_MS, after } from './time.ts';

/** Exponential backoff after `failures` failures in a row: one minute, doubled up to one hour, without an end. */
export function nextRetryAt(failures: number, now: Instant): Instant {
  const doublings = Math.min(Math.max(0, failures - 1), 6);
  return after(now, Math.min(HOUR_MS, MINUTE_MS * 2 ** doublings));
}

const ERROR_CHARS_MAX = 300;

/** Returns the error as text, cut to 300 characters. */
export const errorText = (error: unknown): string => String(error).slice(0, ERROR_CHARS_MAX);
