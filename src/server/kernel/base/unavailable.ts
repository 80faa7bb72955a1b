/** Classes of SQLSTATE that mean that the server can't be asked now: connection, resources, shutdown. */
const CLASSES = new Set(['08', '53', '57']);
/** A write that came to a server which only reads: it was the one that writes a moment ago. */
const READ_ONLY = '25006';
/** Another holds a row or a lock for longer than a request waits. */
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

/** Whether an error says that the database is gone, for this connection or for all. */
export function isDatabaseDown(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  if (NETWORK.has(code) || code === READ_ONLY) return true;
  if (code.length === 5 && CLASSES.has(code.slice(0, 2))) return true;
  return MESSAGES.test(error.message);
}

/** Whether an error says that the database could not be asked, rather than that it answered badly. */
export function isUnavailable(error: Error): boolean {
  return isDatabaseDown(error) || codeOf(error) === LOCKED;
}
