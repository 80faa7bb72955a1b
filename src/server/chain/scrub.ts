const HIDDEN = 'the provider';

/** A copy of a JSON value in which no string holds any of the secrets. */
export function scrub(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === 'string') {
    return secrets.reduce((text, secret) => text.replaceAll(secret, HIDDEN), value);
  }
  if (Array.isArray(value)) return value.map((item) => scrub(item, secrets));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, scrub(item, secrets)]),
  );
}
