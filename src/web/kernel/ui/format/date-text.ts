/**
 * Dates are put together here rather than by `Intl`: its first format loads a locale's dates, which takes
 * a slow phone 150 ms, and the first page of all shows a date.
 */
const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sept Oct Nov Dec'.split(' ');

/** All in the reader's own time zone. */
type At = string | number | Date;

const padded = (part: number): string => String(part).padStart(2, '0');

/** Like '14:02'. */
export function clockText(at: At): string {
  const date = new Date(at);
  return `${padded(date.getHours())}:${padded(date.getMinutes())}`;
}

/** Like '18 Nov'. */
export function dayText(at: At): string {
  const date = new Date(at);
  return `${date.getDate()} ${MONTHS[date.getMonth()]}`;
}

/** Like '18 Nov 2026, 14:02': lists reach back years. */
export const dateText = (at: At): string =>
  `${dayText(at)} ${new Date(at).getFullYear()}, ${clockText(at)}`;

/** Like 'Wed 18 Nov, 14:02'. */
export const yearlessText = (at: At): string =>
  `${DAYS[new Date(at).getDay()]} ${dayText(at)}, ${clockText(at)}`;

/** Like '14:02:05'. */
export const secondText = (at: At): string =>
  `${clockText(at)}:${padded(new Date(at).getSeconds())}`;

/** To the second, with weekday and time zone. */
export function exactText(at: At): string {
  return new Date(at).toLocaleString('en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
  });
}
