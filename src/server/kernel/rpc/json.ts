import { randomUUID } from 'node:crypto';

/** Integers that a double may not hold; u64 lamports can be such. */
const LONG_INTEGER = /^-?\d{16,}$/;
/** An escape, a quote, or a number: enough to know where strings are, and read in one pass. */
const TOKEN = /\\[^]|"|-?\d[\d.eE+-]*/g;
/** Stands before a long integer in a string; it cannot be guessed from outside. */
const MARK = `${randomUUID()}:`;
const MARKED = new RegExp(`"${MARK}(-?\\d+)"`, 'g');

/** The text with every long integer outside of strings as a marked string. */
function markLongIntegers(text: string): string {
  let isInString = false;
  return text.replaceAll(TOKEN, (token) => {
    if (token === '"') isInString = !isInString;
    return !isInString && LONG_INTEGER.test(token) ? `"${MARK}${token}"` : token;
  });
}

/** JSON.parse that loses no digit: integers of 16 digits and more become bigints. Throws on what is not JSON. */
export function parseJson(text: string): unknown {
  // First as it stands: marking would make a key of a number.
  const rounded: unknown = JSON.parse(text);
  if (!/\d{16}/.test(text)) return rounded;
  return JSON.parse(markLongIntegers(text), (_key, value: unknown) =>
    typeof value === 'string' && value.startsWith(MARK) ? BigInt(value.slice(MARK.length)) : value,
  );
}

/** The inverse of parseJson: bigints are written as plain digits. */
export function stringifyJson(value: unknown): string {
  const text = JSON.stringify(value, (_key, item: unknown) =>
    typeof item === 'bigint' ? `${MARK}${item}` : item,
  );
  return text.replaceAll(MARKED, '$1');
}
