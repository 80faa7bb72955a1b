/** Integers that a double cannot hold; u64 lamports may be such. */
const LONG_INTEGER = /^-?\d{16,}$/;
/** Strings, or numbers, of a JSON text: what stands inside a string is never taken for a number. */
const STRING_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const MARK = '$integer:';

/** JSON.parse that loses no digit: integers of 16 digits and more become bigints. Throws on what is not JSON. */
export function parseJson(text: string): unknown {
  let marked = false;
  const safe = text.replaceAll(STRING_OR_NUMBER, (token) => {
    if (!LONG_INTEGER.test(token)) return token;
    marked = true;
    return `"${MARK}${token}"`;
  });
  if (!marked) return JSON.parse(text);
  return JSON.parse(safe, (_key, value: unknown) =>
    typeof value === 'string' &&
    value.startsWith(MARK) &&
    LONG_INTEGER.test(value.slice(MARK.length))
      ? BigInt(value.slice(MARK.length))
      : value,
  );
}

/** The inverse of parseJson: bigints are written as plain digits. */
export function stringifyJson(value: unknown): string {
  const text = JSON.stringify(value, (_key, item: unknown) =>
    typeof item === 'bigint' ? `${MARK}${item}` : item,
  );
  return text.replaceAll(/"\$integer:(-?\d+)"/g, '$1');
}
