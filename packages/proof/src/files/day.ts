/** A day in UTC, such as `2026-01-31`. */
export type Day = string & { readonly __form: 'YYYY-MM-DD' };

/** The day of an instant, in milliseconds since 1970-01-01T00:00:00Z. */
export const dayOf = (atMs: number): Day => new Date(atMs).toISOString().slice(0, 10) as Day;

/** True if a text names a day that exists. */
export function isDay(text: string): text is Day {
  const at = Date.parse(text);
  // Years beyond 9999 are longer.
  const isForm = text.length === 10 && !Number.isNaN(at);
  return isForm && new Date(at).toISOString() === `${text}T00:00:00.000Z`;
}
