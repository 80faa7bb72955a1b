import { DAY_MS } from '#domain/base/time';

/** A range of days without a proof: its first and last day. */
export interface Gap {
  readonly first: string;
  readonly last: string;
}

const at = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const dayAt = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Returns the ranges of days that a list lacks. Both are newest first. */
export function gapsBetween(days: readonly string[]): Gap[] {
  return days.slice(1).flatMap((older, index) => {
    const newer = days[index] ?? older;
    if (at(newer) - at(older) <= DAY_MS) return [];
    return [{ first: dayAt(at(older) + DAY_MS), last: dayAt(at(newer) - DAY_MS) }];
  });
}
