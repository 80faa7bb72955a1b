/** Matches an escape, a quote or a number, which suffices to track strings in one pass. */
const TOKEN = /\\[^]|"|-?\d[\d.eE+-]*/g;

/**
 * Parses JSON with each number as its literal text, so that no digits are lost. Throws on invalid JSON.
 *
 * @example numbersAsText('{"usd":1.23e-7}') // { usd: '1.23e-7' }
 */
export function numbersAsText(json: string): unknown {
  JSON.parse(json); // Validates first, because quotes could turn invalid JSON into valid JSON.
  let isInString = false;
  const quoted = json.replaceAll(TOKEN, (token) => {
    if (token === '"') isInString = !isInString;
    return isInString || token === '"' || token.startsWith('\\') ? token : `"${token}"`;
  });
  return JSON.parse(quoted);
}
