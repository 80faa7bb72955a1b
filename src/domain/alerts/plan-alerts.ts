import { type Alert, alert } from './alert.ts';

/** Credits used at Solana's providers, and the size of the plan. */
export interface PlanUsage {
  readonly used: {
    /** In the last 30 days. */
    readonly month: number;
    /** On the last full day. */
    readonly yesterday: number;
  };
  /** Credits per month; null if not configured. */
  readonly plan: number | null;
}

const DAYS = 30;
const NEAR_PERCENT = 80n;
const CRITICAL_PERCENT = 95n;

/** Warns if most of a plan is used, or if it would not last a month at yesterday's rate. */
export function planAlerts({ used: { month, yesterday }, plan }: PlanUsage): Alert[] {
  if (plan === null) return [];
  const share = percentOf(month, plan);
  const of = `of the provider’s ${plan} credits a month`;
  if (share >= NEAR_PERCENT) {
    const severity = share >= CRITICAL_PERCENT ? 'critical' : 'warning';
    return [alert('PROVIDER_PLAN', severity, { text: `${share}% ${of} are used` })];
  }
  const pace = percentOf(yesterday * DAYS, plan);
  if (pace <= 100n) return [];
  return [
    alert('PROVIDER_PLAN', 'warning', { text: `At yesterday’s rate a month takes ${pace}% ${of}` }),
  ];
}

/** Rounded down. */
const percentOf = (part: number, whole: number): bigint => (BigInt(part) * 100n) / BigInt(whole);
