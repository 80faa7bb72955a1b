import type { Instant } from '../base/time.ts';

/** Every alert; docs/RUNBOOKS.md says of each what to do. */
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

/** Something that the owner should look at; critical where money or its records are concerned now. */
export interface Alert {
  readonly code: AlertCode;
  readonly severity: 'warning' | 'critical';
  readonly text: string;
  readonly since: Instant | null;
  readonly subject: string | null;
}

/** An alert without a time or a subject, unless they are given. */
export const alert = (
  code: AlertCode,
  severity: Alert['severity'],
  {
    text,
    since = null,
    subject = null,
  }: { readonly text: string } & Partial<Pick<Alert, 'since' | 'subject'>>,
): Alert => ({ code, severity, text, since, subject });
