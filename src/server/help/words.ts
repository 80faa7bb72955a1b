import MiniSearch from 'minisearch';

/** The words of a text in small letters, without accents and apostrophes. */
const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replaceAll(/[\p{M}’']/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}_]+/gu) ?? [];

export const stemsOf = (text: string): string[] => wordsOf(text).map((word) => stem(word));

/** How many of its letters a misspelt word may have wrong. */
const WRONG_SHARE = 0.3;
/** Shorter words are one slip from too many others. */
const MENDED_LENGTH_MIN = 4;
/** Longest question that is read, after normalization, which makes 18 characters of some. */
const QUESTION_CHARACTERS_MAX = 1_000;
/** Each takes a fuzzy search of the index. */
const MENDED_WORDS_MAX = 40;

/** Puts right what is misspelt, by the words that are known and how often each stands. */
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
  mend(text: string): string {
    const question = text.normalize('NFKD').slice(0, QUESTION_CHARACTERS_MAX);
    let searches = 0;
    return wordsOf(question)
      .map((word) => {
        if (!this.#isMisspelt(word) || searches >= MENDED_WORDS_MAX) return word;
        searches += 1;
        return this.#meantBy(word);
      })
      .join(' ');
  }

  #isMisspelt(word: string): boolean {
    return word.length >= MENDED_LENGTH_MIN && !/\d/.test(word) && !this.#stems.has(stem(word));
  }

  #meantBy(word: string): string {
    const [nearest] = this.#index.search(word, {
      fuzzy: WRONG_SHARE,
      // Of words that are as near, the common one is meant.
      boostDocument: (known: string) => 1 + Math.log10(this.#counts.get(known) ?? 1) / 3,
    });
    return nearest ? String(nearest.id) : word;
  }
}

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
function stem(word: string): string {
  const cut = ENDINGS.reduce((whole, [ending, put, least]) => {
    const shorter = whole.replace(ending, put);
    return shorter.length >= least ? shorter : whole;
  }, word);
  return cut.replace(/([bdgmnprt])\1$/, '$1');
}
