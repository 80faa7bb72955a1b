/**
 * Writes instants in the reader's own time zone, in one form. The form is made when it is first used: the
 * first one of a page loads a locale's dates, which takes a slow phone a tenth of a second.
 */
export function dateFormat(
  form: Intl.DateTimeFormatOptions,
): (at: string | number | Date) => string {
  let made: Intl.DateTimeFormat | null = null;
  return (at) => {
    made ??= new Intl.DateTimeFormat('en-GB', form);
    return made.format(new Date(at));
  };
}

/** Like '18 Nov 2026, 14:02': lists reach back years. */
export const dateText = dateFormat({
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

/** To the second, with weekday and time zone. */
export const exactText = dateFormat({
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'short',
});

/** Like '18 Nov'. */
export const dayText = dateFormat({ day: 'numeric', month: 'short' });

/** Like '14:02'. */
export const clockText = dateFormat({ hour: '2-digit', minute: '2-digit' });
