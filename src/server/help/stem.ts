/** Endings from long to short, and how many letters must stay before each. */
const ENDINGS: readonly (readonly [RegExp, number, string])[] = [
  [/ies$/, 2, 'y'],
  [/sses$/, 1, 'ss'],
  [/(?<![sui])s$/, 3, ''],
  [/ity$/, 4, ''],
  [/ly$/, 5, ''],
  [/ing$/, 3, ''],
  [/ed$/, 3, ''],
  [/al$/, 5, ''],
  [/ion$/, 5, ''],
  [/e$/, 3, ''],
];

/**
 * A word without its ending: the same for all its forms, and no word itself.
 *
 * @example stem('staking') // 'stak'
 */
export function stem(word: string): string {
  let stemmed = word;
  for (const [ending, least, put] of ENDINGS) {
    const cut = stemmed.replace(ending, put);
    if (cut !== stemmed && cut.length >= least) stemmed = cut;
  }
  return stemmed.replace(/([bdgmnprt])\1$/, '$1');
}
