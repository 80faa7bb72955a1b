/** Classes of SQLSTATE that mean that the server can't be asked now: connection, resources, shutdown. */
const CLASSES = new Set(['08', '53', '57']);
const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'ENOENT',
]);

/** Whether an error says that the database could not be asked, rather than that it answered badly. */
export function isUnavailable(error: Error & { readonly code?: string }): boolean {
  const { code, message } = error;
  if (
    code !== undefined &&
    (NETWORK.has(code) || (code.length === 5 && CLASSES.has(code.slice(0, 2))))
  ) {
    return true;
  }
  return /connection (terminated|timeout)|timeout exceeded when trying to connect|calling end on the pool|PGlite is closed/i.test(
    message,
  );
}
