import type { Lmt } from '../base/money.ts';
import { CYCLE_MS, type Settings, type Terms } from '../terms/terms.ts';
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS, SECOND_MS } from '../base/time.ts';
import { currentApy } from '../terms/apy.ts';
import { type Vault, phaseAt, rewardsFor } from './vault.ts';

/** What a stake of this amount earns in a whole cycle at the APY in force. */
export function expectedRewards(amount: Lmt, settings: Settings): Lmt {
  return rewardsFor(amount, currentApy(settings), BigInt(CYCLE_MS));
}

/**
 * Time left in days, hours, minutes and seconds; 'Ready!' when the time is past or missing.
 *
 * @example countdown(after(now, 90_061_000), now) // '1d 1h 1m 1s'
 */
export function countdown(target: Instant | null, now: Instant): string {
  if (target === null || target <= now) return 'Ready!';
  const left = target - now;
  const days = Math.trunc(left / DAY_MS);
  const hours = Math.trunc((left % DAY_MS) / HOUR_MS);
  const minutes = Math.trunc((left % HOUR_MS) / MINUTE_MS);
  const seconds = Math.trunc((left % MINUTE_MS) / SECOND_MS);
  return `${days}d ${hours}h ${minutes}m ${seconds}s`;
}

/** How much of [start, end) has passed, in percent from 0 to 100. */
export function progress(start: Instant, end: Instant, now: Instant): number {
  if (now <= start) return 0;
  if (now >= end || end <= start) return 100;
  return ((now - start) / (end - start)) * 100;
}

/** The part of its life that a vault is in, with its bounds: what a progress bar and a countdown show. */
export function currentStretch(
  vault: Vault,
  terms: Terms,
  now: Instant,
): { readonly from: Instant; readonly to: Instant } | null {
  switch (phaseAt(vault, terms, now)) {
    case 'vesting':
    case 'ready':
      return { from: vault.vestingStartsAt, to: vault.vestingEndsAt };
    case 'running':
    case 'window':
    case 'due':
      return vault.cycle && { from: vault.cycle.startsAt, to: vault.cycle.endsAt };
    case 'completed':
      return null;
  }
}

/** A stake that is neither vesting nor active is labelled Ready. */
export function vaultLabel(vault: Vault, terms: Terms, now: Instant): string {
  switch (phaseAt(vault, terms, now)) {
    case 'vesting':
      return 'Vesting';
    case 'ready':
      return 'Ready';
    case 'running':
      return 'Active';
    case 'window':
    case 'due':
      return 'Matured';
    case 'completed':
      return 'Completed';
  }
}

export type BadgeTone = 'good' | 'waiting' | 'done' | 'plain';
const BADGES: { readonly [status: string]: { readonly text: string; readonly tone: BadgeTone } } = {
  active: { text: 'Active', tone: 'good' },
  vesting: { text: 'Vesting', tone: 'waiting' },
  pending: { text: 'Pending', tone: 'waiting' },
  completed: { text: 'Completed', tone: 'done' },
};

/** The badge of a bond's or stake's status; an unknown status is shown as it is. */
export function badge(status: string): { readonly text: string; readonly tone: BadgeTone } {
  return BADGES[status] ?? { text: status, tone: 'plain' };
}
