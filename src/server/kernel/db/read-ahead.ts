/** Yields the same batches, and reads the next one while the caller processes the current one. */
export async function* readAhead<Batch>(batches: AsyncGenerator<Batch>): AsyncGenerator<Batch> {
  const begin = (): Promise<IteratorResult<Batch>> => {
    const next = batches.next();
    // Prevents an unhandled rejection; the caller of this batch sees the failure.
    next.catch(() => {});
    return next;
  };
  let next = begin();
  for (;;) {
    const { done, value } = await next;
    if (done) return;
    next = begin();
    yield value;
  }
}
