const PARTS = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/;
/** libpq parameter that selects a server by role. This app writes, so only these values are accepted. */
const ATTRIBUTE = 'target_session_attrs';
const WRITABLE = ['read-write', 'primary', 'any'];

/** Returns the problem of a PostgreSQL address; null if it is valid. */
export function databaseProblem(address: string): string | null {
  if (!PARTS.test(address) || !serversOf(address).every((server) => URL.canParse(server))) {
    return 'must be an address that starts with postgres://, with commas between several servers';
  }
  const wanted = /[?&]target_session_attrs=([^&]*)/.exec(address)?.[1] ?? 'any';
  if (WRITABLE.includes(wanted)) return null;
  return `must have no other ${ATTRIBUTE} than read-write: the app writes`;
}

/**
 * Splits an address with several hosts into one address per server, in order.
 *
 * @example serversOf('postgres://me@one:5432,two:5433/lmt?target_session_attrs=read-write')
 * // ['postgres://me@one:5432/lmt', 'postgres://me@two:5433/lmt']
 */
export function serversOf(address: string): readonly string[] {
  const [, before = '', hosts = '', rest = ''] = PARTS.exec(address) ?? [];
  const [path = '', query = ''] = rest.split('?');
  const others = query.split('&').filter((part) => part !== '' && !part.startsWith(ATTRIBUTE));
  const after = others.length > 0 ? `${path}?${others.join('&')}` : path;
  return hosts.split(',').map((host) => `${before}${host}${after}`);
}
