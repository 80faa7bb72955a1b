const ROW =
  'grid grid-cols-[minmax(0,1fr)_auto] content-start items-baseline gap-x-4 border-t border-line py-2 ' +
  'first:border-t-0 first:pt-0 last:pb-0 max-tight:grid-cols-1 max-tight:*:text-left';

/** A name left, its value right; `isDouble` where rows stand in two columns. */
export function factRowClass(isDouble: boolean): string {
  return isDouble ? `${ROW} sm:nth-2:border-t-0 sm:nth-2:pt-0` : ROW;
}
