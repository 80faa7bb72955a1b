/** SQLSTATE classes of an unavailable server: connection, resources, shutdown. */
const CLASSES = new Set(['08', '53', '57']);
/** A write reached a standby, which was the primary before a failover. */
const READ_ONLY = '25006';
/** A row or lock was held for longer than lock_timeout. */
const LOCKED = '55P03';
const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
]);
const MESSAGES =
  /connection (terminated|timeout)|timeout expired|timeout exceeded when trying to connect|calling end on the pool|query read timeout|not queryable|PGlite is clos(ed|ing)/i;

const codeOf = (error: Error): string => {
  const { code } = error as { readonly code?: unknown };
  return typeof code === 'string' ? code : '';
};

/** True if an error means that the connection is lost or the database is down. */
export function isDatabaseDown(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  if (NETWORK.has(code) || code === READ_ONLY) return true;
  if (code.length === 5 && CLASSES.has(code.slice(0, 2))) return true;
  return MESSAGES.test(error.message);
}

/** True if an error means that the database is down or a lock timed out, not that the statement is wrong. */
export function isUnavailable(error: Error): boolean {
  return isDatabaseDown(error) || codeOf(error) === LOCKED;
}
