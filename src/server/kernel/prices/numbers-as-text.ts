/** An escape, a quote, or a number: enough to know where strings are, and read in one pass. */
const TOKEN = /\\[^]|"|-?\d[\d.eE+-]*/g;

/**
 * JSON with every number as the text that stands there, so that none passes through a double. Throws on
 * what is not JSON.
 *
 * @example numbersAsText('{"usd":1.23e-7}') // { usd: '1.23e-7' }
 */
export function numbersAsText(json: string): unknown {
  JSON.parse(json); // as it stands: quotes could make JSON of what is none
  let isInString = false;
  const quoted = json.replaceAll(TOKEN, (token) => {
    if (token === '"') isInString = !isInString;
    return isInString || token === '"' || token.startsWith('\\') ? token : `"${token}"`;
  });
  return JSON.parse(quoted);
}
