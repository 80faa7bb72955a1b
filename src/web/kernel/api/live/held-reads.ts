let works = 0;

/** Whether what the server tells of is not read again for now. */
export const isHeld = (): boolean => works > 0;

/**
 * Long work of this page, each step of which the server tells of: the reads that it names wait. Else every
 * one of hundreds of claims has all that is on screen read again, and waits for that. The caller
 * reads everything again afterwards.
 */
export async function withReadsHeld<R>(work: () => Promise<R>): Promise<R> {
  works += 1;
  try {
    return await work();
  } finally {
    works -= 1;
  }
}
