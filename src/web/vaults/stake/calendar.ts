import type { StakeJson } from '#contract/vaults/vaults';
import { type Instant, instant } from '#domain/base/time';
import { calendarFile } from '#domain/reminders/calendar';
import { vaultDates } from '#domain/reminders/coming-dates';

/** A vault's dates that are still ahead as a calendar file; null where none is. */
export function vaultCalendar(stake: StakeJson, nowMs: number): string | null {
  const now = instant(Math.floor(nowMs));
  const dates = vaultDates({
    id: stake.id,
    cycleNumber: stake.cycleNumber,
    vestedAt: at(stake.vestingEndTime),
    maturesAt: stake.vaultEndTime === null ? null : at(stake.vaultEndTime),
    windowEndsAt: stake.restakeWindowEndTime === null ? null : at(stake.restakeWindowEndTime),
  }).filter((date) => date.at > now);
  return dates.length === 0 ? null : calendarFile(dates, now);
}

const at = (iso: string): Instant => instant(Date.parse(iso));
