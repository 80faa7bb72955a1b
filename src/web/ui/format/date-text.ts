const DATE = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});
const EXACT = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'short',
});

/** An instant in the reader's own time zone, like '18 Nov 2026, 14:02': lists reach back years. */
export function dateText(iso: string): string {
  return DATE.format(new Date(iso));
}

/** The same to the second, with weekday and time zone. */
export function exactText(iso: string): string {
  return EXACT.format(new Date(iso));
}
