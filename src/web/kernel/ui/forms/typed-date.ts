import { localTime } from '../format/local-time.ts';

const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];

/** '2026-12-07', '7 Dec 2026' or '7.12.2026', and '19:52' or '19:52:10' after it. */
const FORMS = [
  /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})(?:(?:T|,? +)(?<time>[\d:]+))?$/,
  /^(?<day>\d{1,2}) (?<month>[a-z]{3,9}) (?<year>\d{4})(?:,? +(?<time>[\d:]+))?$/i,
  /^(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{4})(?:,? +(?<time>[\d:]+))?$/,
];

const TIME = /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/;

/**
 * A day, or a day and a time, as typed; '' where nothing is, null where it is none. With slashes it is
 * none: what is a day here is a month there.
 *
 * @example typedDate('7 Dec 2026', 'day') // '2026-12-07'
 * @example typedDate('7 Dec 2026, 19:52', 'time') // '2026-12-07T19:52:00'
 */
export function typedDate(text: string, kind: 'day' | 'time'): string | null {
  const typed = text.trim().replaceAll(/\s+/g, ' ');
  if (typed === '') return '';
  const parts = FORMS.map((form) => form.exec(typed)?.groups).find((groups) => groups);
  if (!parts || (kind === 'day') !== (parts['time'] === undefined)) return null;
  const date = [parts['year'], monthOf(parts['month'] ?? ''), parts['day']].map(padded).join('-');
  if (kind === 'day') return isReal(`${date}T12:00:00`) ? date : null;
  const [, hour, minute, second = '00'] = TIME.exec(parts['time'] ?? '') ?? [];
  const whole = `${date}T${padded(hour)}:${minute}:${second}`;
  return isReal(whole) ? whole : null;
}

/** The same as it is shown: '7 Dec 2026', '7 Dec 2026, 19:52'; seconds only where there are any. */
export function shownDate(date: string): string {
  const [, year, month, day, time, second] =
    /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d:\d\d):(\d\d))?$/.exec(date) ?? [];
  if (year === undefined) return date;
  const name = MONTHS[Number(month) - 1]?.slice(0, 3) ?? '';
  const shown = `${Number(day)} ${name.charAt(0).toUpperCase()}${name.slice(1)} ${year}`;
  if (time === undefined) return shown;
  return `${shown}, ${time}${second === '00' ? '' : `:${second}`}`;
}

/** A month's number, from it or from its name, of which three letters do. */
function monthOf(text: string): string {
  if (/^\d+$/.test(text)) return text;
  return String(MONTHS.findIndex((name) => name.startsWith(text.toLowerCase())) + 1);
}

const padded = (part: string | undefined): string => (part ?? '').padStart(2, '0');

/** Whether the reader's clock ever shows it: not on 30 February, nor in the hour that is left out in spring. */
function isReal(local: string): boolean {
  const at = new Date(local);
  return !Number.isNaN(at.getTime()) && localTime(at.toISOString()) === local;
}
