const DATE = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

/** An instant in the reader's own time zone, like '18 Nov 2026, 14:02': lists reach back years. */
export function dateText(iso: string): string {
  return DATE.format(new Date(iso));
}
