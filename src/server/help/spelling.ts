import MiniSearch from 'minisearch';

/** Splits a text into lower-case words, without accents and apostrophes. */
const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replaceAll(/[\p{M}’']/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}_]+/gu) ?? [];

export const stemsOf = (text: string): string[] => wordsOf(text).map((word) => stem(word));

/** Maximum share of wrong letters in a misspelt word. */
const WRONG_SHARE = 0.3;
/** Minimum length of a corrected word, because shorter ones resemble too many others. */
const CORRECTED_LENGTH_MIN = 4;
/** Maximum length of a question after normalization, which expands some characters to 18. */
const QUESTION_CHARACTERS_MAX = 1_000;
/** Maximum corrected words, because each takes a fuzzy search of the index. */
const CORRECTED_WORDS_MAX = 40;

/** Corrects misspelt words, by the known words and their frequency. */
export class Spelling {
  readonly #counts = new Map<string, number>();
  readonly #stems: ReadonlySet<string>;
  readonly #index = new MiniSearch<{ readonly id: string }>({
    fields: ['id'],
    tokenize: (word) => [word],
  });

  constructor(texts: readonly string[]) {
    for (const word of texts.flatMap(wordsOf)) {
      this.#counts.set(word, (this.#counts.get(word) ?? 0) + 1);
    }
    this.#stems = new Set([...this.#counts.keys()].map((word) => stem(word)));
    this.#index.addAll([...this.#counts.keys()].map((id) => ({ id })));
  }

  /** Corrects the first words that are unknown, in a question of bounded length. */
  correct(text: string): string {
    const question = text.normalize('NFKD').slice(0, QUESTION_CHARACTERS_MAX);
    let searches = 0;
    return wordsOf(question)
      .map((word) => {
        if (!this.#isMisspelt(word) || searches >= CORRECTED_WORDS_MAX) return word;
        searches += 1;
        return this.#meantBy(word);
      })
      .join(' ');
  }

  #isMisspelt(word: string): boolean {
    return word.length >= CORRECTED_LENGTH_MIN && !/\d/.test(word) && !this.#stems.has(stem(word));
  }

  #meantBy(word: string): string {
    const [nearest] = this.#index.search(word, {
      fuzzy: WRONG_SHARE,
      // Of equally near words, the most frequent one wins.
      boostDocument: (known: string) => 1 + Math.log10(this.#counts.get(known) ?? 1) / 3,
    });
    return nearest ? String(nearest.id) : word;
  }
}

/** Endings from long to short, with their replacement and the minimum length of the rest. */
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
 * Returns a word's stem, which is the same for all its forms and need not be a word.
 *
 * @example stem('staking') // 'stak'
 */
function stem(word: string): string {
  const cut = ENDINGS.reduce((rest, [ending, put, least]) => {
    const shorter = rest.replace(ending, put);
    return shorter.length >= least ? shorter : rest;
  }, word);
  return cut.replace(/([bdgmnprt])\1$/, '$1');
}
