/** One try at an order, which is aborted when it is left: by Cancel, or because another order is placed. */
export type Run = AbortSignal;

/** Waits for what can't be called back, until the run is left: what comes later is not waited for. */
export async function orLeft<T>(run: Run, work: Promise<T>): Promise<T> {
  const left = new Promise<never>((_, reject) => {
    const leave = () => reject(new Error('cancelled'));
    if (run.aborted) leave();
    run.addEventListener('abort', leave, { once: true });
  });
  return Promise.race([work, left]);
}
