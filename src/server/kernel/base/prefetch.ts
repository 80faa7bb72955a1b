/** Questions to the chain that are under way at a time. */
const AHEAD = 8;

/**
 * Hands out items in order, each with the answer that it waits for; the questions of those that follow
 * are asked meanwhile. Where the caller stops early, what has been asked is dropped.
 */
export function* prefetch<Item, Answer>(
  items: readonly Item[],
  ask: (item: Item) => Promise<Answer>,
): Generator<readonly [Item, Promise<Answer>]> {
  const asked: Promise<Answer>[] = [];
  for (const [i, item] of items.entries()) {
    for (const next of items.slice(i + asked.length, i + AHEAD)) {
      const answer = ask(next);
      // The caller sees the failure, if it ever awaits this answer.
      answer.catch(() => {});
      asked.push(answer);
    }
    const [first] = asked.splice(0, 1);
    if (first) yield [item, first];
  }
}
