import { mulDivHalfUp } from '../base/money.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../base/time.ts';

const two = (count: number): string => String(count).padStart(2, '0');

/**
 * Formats an uptime.
 *
 * @example uptimeText(274_329_000) // '3d 04:12:09'
 */
export function uptimeText(ms: number): string {
  const whole = (unit: number): number => Math.trunc(ms / unit);
  const [days, hours] = [whole(DAY_MS), whole(HOUR_MS) % 24];
  const clock = [hours, whole(MINUTE_MS) % 60, whole(SECOND_MS) % 60].map(two).join(':');
  return `${days}d ${clock}`;
}

/**
 * Formats a response time; 'No data' if none was measured.
 *
 * @example durationText(3.6) // '4 ms'
 */
export function durationText(ms: number | null): string {
  if (ms === null) return 'No data';
  return ms < 1 ? '< 1 ms' : `${Math.trunc(ms + 0.5)} ms`;
}

/** Returns the share of successes in hundredths of a percent, half up; null if nothing was counted. */
export function successShare(well: number, all: number): bigint | null {
  return all === 0 ? null : mulDivHalfUp(BigInt(well), 10_000n, BigInt(all));
}

/** Minimum number of requests for a meaningful fault rate. */
const REQUESTS_MIN = 20;
const FAULT_PERCENT_MAX = 5;

/** True if the database is unavailable, or more than 5% of the requests failed with a server error. */
export function isDegraded(
  hasDatabase: boolean,
  { count, faults }: { readonly count: number; readonly faults: number },
): boolean {
  const isFaulty = count >= REQUESTS_MIN && faults * 100 > count * FAULT_PERCENT_MAX;
  return !hasDatabase || isFaulty;
}

const NETWORKS = {
  local: 'Local network',
  'mainnet-beta': 'Mainnet',
  devnet: 'Devnet',
  testnet: 'Testnet',
  custom: 'Custom',
} as const;

/**
 * Formats the chain's network and connection state.
 *
 * @example chainLabel(true, 'mainnet-beta') // 'Connected (Mainnet)'
 */
export function chainLabel(isReachable: boolean, network: keyof typeof NETWORKS): string {
  return `${isReachable ? 'Connected' : 'Unreachable'} (${NETWORKS[network]})`;
}
