/** What was done before something failed, and what that was; null where all was done. */
export interface InTurn<R> {
  readonly done: readonly R[];
  readonly error: unknown;
}

/** Does the same with each item, one after the other, up to the first that fails. */
export async function eachInTurn<T, R>(
  items: readonly T[],
  act: (item: T) => Promise<R>,
): Promise<InTurn<R>> {
  const done: R[] = [];
  for (const item of items) {
    try {
      done.push(await act(item));
    } catch (error) {
      return { done, error };
    }
  }
  return { done, error: null };
}
