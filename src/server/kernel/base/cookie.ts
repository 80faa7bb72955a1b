const NAME = 'lmt_session';
/** Longest age that browsers allow. The session itself expires on the server, a day after its last use. */
const MAX_AGE_SECONDS = 400 * 86_400;

/** The `__Host-` prefix makes browsers accept the cookie only from this host, over https. */
export const cookieName = (isHttps: boolean): string => (isHttps ? `__Host-${NAME}` : NAME);

/** Returns the session token of a Cookie header, or null. */
export function sessionCookie(
  header: string | string[] | undefined,
  isHttps: boolean,
): string | null {
  const text = Array.isArray(header) ? header.join('; ') : (header ?? '');
  for (const part of text.split(';')) {
    const [name, value] = part.trim().split('=', 2);
    if (name === cookieName(isHttps) && value) return value;
  }
  return null;
}

/** Builds the Set-Cookie value: hidden from scripts (HttpOnly) and not sent cross-site (SameSite). */
export function setSessionCookie(token: string, isHttps: boolean): string {
  const secure = isHttps ? '; Secure' : '';
  return `${cookieName(isHttps)}=${token}; Path=/; Max-Age=${MAX_AGE_SECONDS}; HttpOnly; SameSite=Strict${secure}`;
}

export function clearSessionCookie(isHttps: boolean): string {
  return setSessionCookie('', isHttps).replace(/Max-Age=\d+/, 'Max-Age=0');
}
