import { conceptsOf } from './concepts.ts';
import { isCore, isEveryday, termOf, wordsOf } from './words.ts';

/** A word of a question as it is looked up. */
export interface Term {
  readonly term: string;
  /** How much it tells of what is asked: the fewer pages have it, the more. */
  readonly weight: number;
}

/** A text to compare questions with. */
export interface Phrase {
  readonly terms: ReadonlySet<string>;
  /** Of all its terms together. */
  readonly weight: number;
}

const WORDS_MAX = 80;
/** What a word of everyday talk tells beside any other. */
const EVERYDAY = 0.2;
/** What a word that the product is about tells at least. */
const CORE_MIN = 2.5;
/** What no page has weighs more than what one has. */
const UNKNOWN = 0.5;

/** The words of all pages, and what each tells. */
export class Vocabulary {
  readonly #documents: number;
  /** In how many documents a term stands. */
  readonly #spread = new Map<string, number>();

  constructor(documents: readonly string[]) {
    this.#documents = documents.length;
    for (const document of documents) {
      for (const term of new Set(wordsOf(document).map(termOf))) {
        this.#spread.set(term, (this.#spread.get(term) ?? 0) + 1);
      }
    }
  }

  /** The terms of a text, each once; of a very long one, those of its beginning. */
  termsOf(text: string): Term[] {
    const words = new Set(wordsOf(text).slice(0, WORDS_MAX));
    const terms = [...words].map((word) => this.#term(word));
    return [...new Map(terms.map((term) => [term.term, term])).values()];
  }

  phraseOf(text: string): Phrase {
    const terms = this.termsOf(text);
    return { terms: new Set(terms.map(({ term }) => term)), weight: weightOf(terms) };
  }

  /** How much of what is asked, rare words weighing more, any page speaks of: from 0 to 1. */
  known(asked: readonly Term[]): number {
    const known = asked.filter(({ term }) => this.#spread.has(term));
    return coverage(asked, new Set(known.map(({ term }) => term)));
  }

  #term(word: string): Term {
    const term = termOf(word);
    if (this.#spread.has(term)) return { term, weight: this.#weight(word, term) };
    // A number that nobody wrote down says less than a word would.
    const isTalk = isEveryday(word) || conceptsOf(word).length > 0;
    return { term, weight: isTalk ? 0 : this.#rarity(UNKNOWN) / (/\d/.test(word) ? 2 : 1) };
  }

  #weight(word: string, term: string): number {
    const rarity = this.#rarity(this.#spread.get(term) ?? 0);
    if (isCore(term)) return Math.max(rarity, CORE_MIN);
    return rarity * (isEveryday(word) ? EVERYDAY : 1);
  }

  #rarity(spread: number): number {
    return Math.log(1 + (this.#documents - spread + 0.5) / (spread + 0.5));
  }
}

const weightOf = (terms: readonly Term[]): number =>
  terms.reduce((sum, { weight }) => sum + weight, 0);

/** How much of what is asked stands among the matched terms, from 0 to 1. */
export function coverage(asked: readonly Term[], matched: ReadonlySet<string>): number {
  const all = weightOf(asked);
  const covered = asked.reduce(
    (sum, { term, weight }) => sum + (matched.has(term) ? weight : 0),
    0,
  );
  return all === 0 ? 0 : covered / all;
}

/** How much a question and a phrase have in common, from 0 to 1 for the same words in any order. */
export function likeness(asked: readonly Term[], phrase: Phrase): number {
  const common = weightOf(asked.filter(({ term }) => phrase.terms.has(term)));
  const all = weightOf(asked) + phrase.weight - common;
  return all === 0 ? 0 : common / all;
}
