type QueryValue = string | number | boolean | null | undefined;

/** What belongs into an address: parameters of its path, and its query. */
export interface AddressParts {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, QueryValue>>;
}

/**
 * A path with its parameters and query filled in; what is null or empty is left out of the query.
 *
 * @example addressOf('/api/bonds/user/{userId}', { params: { userId: 'u1' } }) // '/api/bonds/user/u1'
 */
export function addressOf(path: string, { params = {}, query = {} }: AddressParts): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  const entries = Object.entries(query).flatMap(([name, value]) =>
    value === null || value === undefined || value === '' ? [] : [[name, String(value)]],
  );
  return entries.length === 0 ? filled : `${filled}?${new URLSearchParams(entries).toString()}`;
}
