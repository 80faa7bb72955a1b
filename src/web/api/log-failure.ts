interface Failure {
  readonly title: string;
  readonly code?: string | null;
  readonly reference?: string | null;
}

/** Leaves a trace of a failure in the browser's console: what support needs, nothing personal. */
export function logFailure({ title, code = null, reference = null }: Failure): void {
  // oxlint-disable-next-line no-console -- the one place where the app writes to it
  console.warn(title, { code, reference });
}
