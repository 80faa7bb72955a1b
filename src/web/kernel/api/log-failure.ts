import { ApiError } from './api-error.ts';

interface Failure {
  readonly title: string;
  readonly code?: string | null | undefined;
  readonly reference?: string | null | undefined;
}

/** Leaves a trace of a failure in the browser's console: what support needs, nothing personal. */
export function logFailure({ title, code = null, reference = null }: Failure): void {
  // oxlint-disable-next-line no-console -- the one place where the app writes to it
  console.warn(title, { code, reference });
}

/** The same of what a call, or the wallet, has thrown. */
export function logError(title: string, error: unknown): void {
  const { code, reference } = error instanceof ApiError ? error : {};
  logFailure({ title, code, reference });
}
