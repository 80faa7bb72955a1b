/** Endings from long to short, what takes their place, and how many letters must stay. */
const ENDINGS: readonly (readonly [RegExp, string, number])[] = [
  [/ies$/, 'y', 2],
  [/sses$/, 'ss', 1],
  [/(?<![sui])s$/, '', 3],
  [/ity$/, '', 4],
  [/ly$/, '', 5],
  [/ing$/, '', 3],
  [/ed$/, '', 3],
  [/al$/, '', 5],
  [/ion$/, '', 5],
  [/e$/, '', 3],
];

/**
 * A word without its ending: the same for all its forms, and no word itself.
 *
 * @example stem('staking') // 'stak'
 */
export function stem(word: string): string {
  const cut = ENDINGS.reduce((whole, [ending, put, least]) => {
    const shorter = whole.replace(ending, put);
    return shorter.length >= least ? shorter : whole;
  }, word);
  return cut.replace(/([bdgmnprt])\1$/, '$1');
}
