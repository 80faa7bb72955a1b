import { MINUTE_MS } from '#domain/base/time';
import { QUOTE_MS } from '#domain/terms/terms';

import { serverOffsetMs } from '../api/server-time.ts';
import { minutesText } from '../ui/format/times.ts';

/** How long a quote still holds; null once it does not. The page's clock may be a second behind: nothing is held longer than it was made for. */
export function heldText(expiresAt: string | undefined, now: number): string | null {
  if (expiresAt === undefined) return null;
  const left = Math.min(Date.parse(expiresAt) - now, QUOTE_MS);
  return left > 0 ? minutesText(left) : null;
}

/** Whether enough is left of a quote to sign and to land. */
export function canStillPay({ expiresAt }: { readonly expiresAt: string }): boolean {
  return Date.parse(expiresAt) - (Date.now() + serverOffsetMs()) > MINUTE_MS;
}
