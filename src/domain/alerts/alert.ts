import type { Instant } from '../base/time.ts';

/** Codes of all alerts; docs/RUNBOOKS.md describes the response to each. */
export const ALERT_CODES = [
  'CLOCK_SKEW',
  'WATCHER_BEHIND',
  'WATCH_GAP',
  'PAYOUT_STUCK',
  'FEED_STALE',
  'USDC_OFF_PEG',
  'INVARIANT_BROKEN',
  'REQUEST_OVERDUE',
  'SUPPLY_NEAR',
  'SUPPLY_REACHED',
  'PRICE_AT_MAXIMUM',
  'PARKED',
  'JOB_FAILING',
  'LOG_BROKEN',
  'TREASURY_SHORT',
  'MOVEMENTS_DIFFER',
  'MOVEMENT_UNCLASSIFIED',
  'MOVEMENT_WITHOUT_PAYOUT',
  'PAID_TWICE',
  'COVERAGE_LOW',
  'PROVIDER_PLAN',
  'USDC_ACCOUNT',
] as const;
export type AlertCode = (typeof ALERT_CODES)[number];

/** Alert for the owner; critical if money or its records are affected now. */
export interface Alert {
  readonly code: AlertCode;
  readonly severity: 'warning' | 'critical';
  readonly text: string;
  readonly since: Instant | null;
  readonly subject: string | null;
}

/** Builds an alert; without time and subject unless given. */
export const alert = (
  code: AlertCode,
  severity: Alert['severity'],
  {
    text,
    since = null,
    subject = null,
  }: { readonly text: string } & Partial<Pick<Alert, 'since' | 'subject'>>,
): Alert => ({ code, severity, text, since, subject });
