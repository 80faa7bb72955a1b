/** However busy the page is, it waits no longer than this. */
const AT_MOST_MS = 2_000;
/** Where a browser cannot say when it has nothing to do (Safari). */
const INSTEAD_MS = 200;

/** Resolves once the page is painted and is idle: what is not seen first loads then. */
export function whenIdle(): Promise<void> {
  return new Promise((done) => {
    if (typeof requestIdleCallback === 'function') {
      requestIdleCallback(() => done(), { timeout: AT_MOST_MS });
    } else {
      setTimeout(done, INSTEAD_MS);
    }
  });
}
