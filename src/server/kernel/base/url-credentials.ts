/** The text that stands in an address; itself where it was not written so. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** fetch refuses addresses with a user name or password in them: those travel as a header. */
export function splitCredentials(url: string): {
  readonly href: string;
  readonly headers: Readonly<Record<string, string>>;
} {
  const parsed = new URL(url);
  const { username, password } = parsed;
  if (username === '' && password === '') return { href: parsed.href, headers: {} };
  parsed.username = '';
  parsed.password = '';
  const pair = Buffer.from(`${percentDecoded(username)}:${percentDecoded(password)}`).toString(
    'base64',
  );
  return { href: parsed.href, headers: { authorization: `Basic ${pair}` } };
}
