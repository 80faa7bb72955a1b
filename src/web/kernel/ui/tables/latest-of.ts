/**
 * The items of several pages, each once: one that moved to a page that was read later stands where it
 * was read last.
 */
export function latestOf<T>(items: readonly T[], keyOf: (item: T) => string): T[] {
  const last = new Map(items.map((item, index) => [keyOf(item), index]));
  return items.filter((item, index) => last.get(keyOf(item)) === index);
}
