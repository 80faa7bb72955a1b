const NAME = 'lmt_session';
/** As long as browsers keep one: the session ends when the server says so, a day after its last use. */
const KEPT_SECONDS = 400 * 86_400;

/** With the prefix the browser takes the cookie from this very host alone, over https. */
export const cookieName = (isHttps: boolean): string => (isHttps ? `__Host-${NAME}` : NAME);

/** The session token that a browser sent by itself; null where it sent none. */
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

/** Hands the token to the browser, out of reach of scripts and of other sites. */
export function setSessionCookie(token: string, isHttps: boolean): string {
  const secure = isHttps ? '; Secure' : '';
  return `${cookieName(isHttps)}=${token}; Path=/; Max-Age=${KEPT_SECONDS}; HttpOnly; SameSite=Strict${secure}`;
}

export function clearSessionCookie(isHttps: boolean): string {
  return setSessionCookie('', isHttps).replace(/Max-Age=\d+/, 'Max-Age=0');
}
