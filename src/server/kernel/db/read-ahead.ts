/** The same batches, of which the next one is read while the last one is dealt with. */
export async function* readAhead<Batch>(batches: AsyncGenerator<Batch>): AsyncGenerator<Batch> {
  const begin = (): Promise<IteratorResult<Batch>> => {
    const next = batches.next();
    // A failure reaches the caller that asks for the batch.
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
