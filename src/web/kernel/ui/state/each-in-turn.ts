/** What was done before something failed, and what that was; null where all was done. */
export interface InTurn<R> {
  readonly done: readonly R[];
  readonly error: unknown;
  /** It was given up half-way: what came back is nothing to tell of. */
  readonly isLeft: boolean;
}

interface Watched {
  /** Told how many are done, after each of them. */
  readonly onStep?: (count: number) => void;
  /** Looked at after each: false ends the work there. */
  readonly goesOn?: () => boolean;
}

/** Does the same with each item, one after the other, up to the first that fails. */
export async function eachInTurn<T, R>(
  items: readonly T[],
  act: (item: T) => Promise<R>,
  { onStep = () => undefined, goesOn = () => true }: Watched = {},
): Promise<InTurn<R>> {
  const done: R[] = [];
  for (const item of items) {
    try {
      done.push(await act(item));
    } catch (error) {
      return { done, error, isLeft: !goesOn() };
    }
    if (!goesOn()) return { done, error: null, isLeft: true };
    onStep(done.length);
  }
  return { done, error: null, isLeft: false };
}
