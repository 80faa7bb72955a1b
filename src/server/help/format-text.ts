import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS, SECOND_MS, iso } from '#domain/base/time';
import type { Block, DeadlineKind } from './page.ts';

/**
 * Formats a duration in its usual unit.
 *
 * @example formatDuration(24 * HOUR_MS) // '24 hours'
 */
export function formatDuration(ms: number): string {
  if (ms % DAY_MS === 0 && ms > 2 * DAY_MS) return `${ms / DAY_MS} days`;
  if (ms % HOUR_MS === 0) return `${ms / HOUR_MS} hours`;
  if (ms % MINUTE_MS === 0 && ms > MINUTE_MS) return `${ms / MINUTE_MS} minutes`;
  return `${ms / SECOND_MS} seconds`;
}

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/**
 * Formats an instant to the minute, in UTC.
 *
 * @example formatInstant(instant(0)) // '1 Jan 1970, 00:00 UTC'
 */
export function formatInstant(at: Instant): string {
  const [date = '', time = ''] = iso(at).split('T');
  const [year, month, day] = date.split('-').map(Number);
  return `${day} ${MONTHS[(month ?? 1) - 1]} ${year}, ${time.slice(0, 5)} UTC`;
}

/** Formats the time left in its two largest units, rounded up to minutes, at least one. */
function formatTimeLeft(ms: number): string {
  const minutes = Math.max(1, Math.ceil(ms / MINUTE_MS));
  const units: readonly (readonly [number, string])[] = [
    [Math.trunc(minutes / (24 * 60)), 'd'],
    [Math.trunc(minutes / 60) % 24, 'h'],
    [minutes % 60, 'min'],
  ];
  const first = units.findIndex(([count]) => count > 0);
  return units
    .slice(first, first + 2)
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ');
}

/** Time from which a user can do something, or at which something ends. */
export interface Deadline {
  readonly kind: DeadlineKind;
  /** Beginning of a sentence, such as 'Your bond of 1 SOL can be claimed from'. */
  readonly what: string;
  /** Complete sentence once the time has come, such as 'Your bond of 1 SOL is ready to claim.' */
  readonly whenPast: string;
  /** Null if unknown; then `whenPast` is shown. */
  readonly at: Instant | null;
}

const DEADLINES_MAX = 3;

/** Formats the nearest deadlines of some kinds, due ones first; null if there is none. */
export function formatDeadlines(
  deadlines: readonly Deadline[],
  kinds: readonly DeadlineKind[],
  now: Instant,
): string | null {
  const nearest = deadlines
    .filter(({ kind }) => kinds.includes(kind))
    .toSorted((a, b) => (a.at ?? 0) - (b.at ?? 0));
  if (nearest.length === 0) return null;
  const lines = nearest.slice(0, DEADLINES_MAX).map(({ what, whenPast, at }) => {
    const isPast = at === null || at <= now;
    return isPast ? whenPast : `${what} ${formatInstant(at)}, in ${formatTimeLeft(at - now)}.`;
  });
  const more = nearest.length - lines.length;
  if (more > 0) lines.push(`And ${more} more, on your dashboard.`);
  return lines.length === 1
    ? `For you: ${lines[0]}`
    : ['For you:', ...lines.map(bullet)].join('\n');
}

const bullet = (text: string): string => `• ${text}`;

/** Formats blocks as plain text, with blank lines between them and each item on its own line. */
export function plainText(blocks: readonly Block[]): string {
  return blocks
    .map((block) => {
      if (block.kind !== 'list') return block.text;
      const mark = (text: string, i: number): string =>
        block.ordered ? `${i + 1}. ${text}` : bullet(text);
      return block.items.map(mark).join('\n');
    })
    .join('\n\n');
}
