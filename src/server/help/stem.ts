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

/** More words than the pages have; what people ask does not fill the memory. */
const KEPT_MAX = 20_000;
const kept = new Map<string, string>();

/**
 * A word without its ending: the same for all its forms, and no word itself.
 *
 * @example stem('staking') // 'stak'
 */
export function stem(word: string): string {
  const known = kept.get(word);
  if (known !== undefined) return known;
  const stemmed = cut(word);
  if (kept.size < KEPT_MAX) kept.set(word, stemmed);
  return stemmed;
}

function cut(word: string): string {
  let stemmed = word;
  for (const [ending, least, put] of ENDINGS) {
    const shorter = stemmed.replace(ending, put);
    if (shorter !== stemmed && shorter.length >= least) stemmed = shorter;
  }
  return stemmed.replace(/([bdgmnprt])\1$/, '$1');
}
