/** Percent-decodes a text. Returns it unchanged if it is not valid percent-encoding. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Moves the user name and password of a URL into an Authorization header, because fetch refuses them in URLs. */
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
