import { randomUUID } from 'node:crypto';

/** Integers that may exceed the precision of a double, such as u64 lamports. */
const LONG_INTEGER = /^-?\d{16,}$/;
/** Matches an escape, a quote or a number, which suffices to track strings in one pass. */
const TOKEN = /\\[^]|"|-?\d[\d.eE+-]*/g;
/** Unguessable prefix of a long integer that is written as a string. */
const MARK = `${randomUUID()}:`;
const MARKED = new RegExp(`"${MARK}(-?\\d+)"`, 'g');

/** Replaces each long integer outside of strings by a marked string. */
function markLongIntegers(text: string): string {
  let isInString = false;
  return text.replaceAll(TOKEN, (token) => {
    if (token === '"') isInString = !isInString;
    return !isInString && LONG_INTEGER.test(token) ? `"${MARK}${token}"` : token;
  });
}

/** Parses JSON without losing digits: integers of 16 digits or more become bigints. Throws on invalid JSON. */
export function parseJson(text: string): unknown {
  // Validates first, because marking would turn a number in the place of a key into a valid key.
  const rounded: unknown = JSON.parse(text);
  if (!/\d{16}/.test(text)) return rounded;
  return JSON.parse(markLongIntegers(text), (_key, value: unknown) =>
    typeof value === 'string' && value.startsWith(MARK) ? BigInt(value.slice(MARK.length)) : value,
  );
}

/** Inverse of parseJson: writes bigints as digits. */
export function stringifyJson(value: unknown): string {
  const text = JSON.stringify(value, (_key, item: unknown) =>
    typeof item === 'bigint' ? `${MARK}${item}` : item,
  );
  return text.replaceAll(MARKED, '$1');
}
