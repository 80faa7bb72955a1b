/** Maximum calls in flight. */
const IN_FLIGHT_MAX = 8;

/**
 * Yields items in order, each with the promise of its result, and prefetches the results of the next items.
 * If the caller stops early, prefetched results are dropped.
 */
export function* prefetch<Item, Answer>(
  items: readonly Item[],
  ask: (item: Item) => Promise<Answer>,
): Generator<readonly [Item, Promise<Answer>]> {
  const asked: Promise<Answer>[] = [];
  for (const [i, item] of items.entries()) {
    for (const next of items.slice(i + asked.length, i + IN_FLIGHT_MAX)) {
      const answer = ask(next);
      // Prevents an unhandled rejection; a caller that awaits this promise still sees the failure.
      answer.catch(() => {});
      asked.push(answer);
    }
    const [first] = asked.splice(0, 1);
    if (first) yield [item, first];
  }
}
