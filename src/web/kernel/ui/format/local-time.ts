/**
 * An instant as a date-and-time input takes it: in the reader's own time zone, to the second.
 *
 * @example localTime('2026-11-15T09:45:10.123Z') // '2026-11-15T09:45:10' in UTC
 */
export function localTime(iso: string | null): string {
  if (iso === null) return '';
  const at = new Date(iso);
  const date = [at.getFullYear(), at.getMonth() + 1, at.getDate()].map(padded).join('-');
  return `${date}T${[at.getHours(), at.getMinutes(), at.getSeconds()].map(padded).join(':')}`;
}

/** What such an input holds, as an instant of the wire; null where it is none. */
export function wireTime(local: string): string | null {
  const at = new Date(local);
  return Number.isNaN(at.getTime()) ? null : at.toISOString();
}

/** When a day of the reader's calendar begins, or the one so many days later. */
export function startOfDay(day: string, daysLater: number): Date {
  const date = new Date(`${day}T00:00:00`);
  // By the calendar, not by 24 hours: days with a change of the clock are longer or shorter.
  date.setDate(date.getDate() + daysLater);
  return date;
}

function padded(part: number): string {
  return String(part).padStart(2, '0');
}
