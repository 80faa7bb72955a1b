import { mulDivHalfUp } from '../base/money.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../base/time.ts';

const two = (count: number): string => String(count).padStart(2, '0');

/**
 * How long something has run.
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
 * A time to answer in words; 'No data' where none was measured.
 *
 * @example durationText(3.6) // '4 ms'
 */
export function durationText(ms: number | null): string {
  if (ms === null) return 'No data';
  return ms < 1 ? '< 1 ms' : `${Math.trunc(ms + 0.5)} ms`;
}

/** How many of all went well, in hundredths of a percent, halves up; null where there were none. */
export function successShare(well: number, all: number): bigint | null {
  return all === 0 ? null : mulDivHalfUp(BigInt(well), 10_000n, BigInt(all));
}

/** Fewer requests than this say nothing about how well they are answered. */
const REQUESTS_MIN = 20;
const FAULT_PERCENT_MAX = 5;

/** Whether the API answers as it should: with its database, and nearly without faults of its own. */
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
 * How the chain is spoken of.
 *
 * @example chainLabel(true, 'mainnet-beta') // 'Connected (Mainnet)'
 */
export function chainLabel(isReachable: boolean, network: keyof typeof NETWORKS): string {
  return `${isReachable ? 'Connected' : 'Unreachable'} (${NETWORKS[network]})`;
}
