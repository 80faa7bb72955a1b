import MiniSearch, { type Query } from 'minisearch';
import { type Phrase, type Term, type Vocabulary, coverage, likeness } from './vocabulary.ts';
import { termOf, wordsOf } from './words.ts';

/** Something to be found. */
export interface Entry<Of> {
  readonly of: Of;
  /** Its texts, each with what a word in it counts. */
  readonly fields: { readonly [field: string]: readonly [text: string, boost: number] };
  /** What a question may be just like: titles, questions, messages. */
  readonly phrases: readonly string[];
  /** What a question may quote; '…' stands for anything. */
  readonly messages: readonly string[];
  /** Above 1 where others must be clearly better. */
  readonly favour?: number;
}

export interface Ranked<Of> {
  readonly of: Of;
  readonly score: number;
  /** How much of what was asked it speaks of, from 0 to 1. */
  readonly covered: number;
  /** Whether the question holds a message that it explains, or a whole sentence of one. */
  readonly isQuoted: boolean;
}

/** What it adds to a score that there is a phrase just like the question. */
const LIKENESS = 2;
/** What a score is multiplied by where the question holds a message word for word: little else can be meant. */
const QUOTED = 100;

/** Entries in the order in which they answer a question. */
export class Ranking<Of> {
  readonly #vocabulary: Vocabulary;
  readonly #entries: readonly Entry<Of>[];
  readonly #phrases: readonly (readonly Phrase[])[];
  readonly #messages: readonly (readonly Message[])[];
  readonly #index: MiniSearch<{ readonly id: number }>;
  readonly #boost: { readonly [field: string]: number };

  constructor(vocabulary: Vocabulary, entries: readonly Entry<Of>[]) {
    this.#vocabulary = vocabulary;
    this.#entries = entries;
    this.#phrases = entries.map(({ phrases }) => phrases.map((text) => vocabulary.phraseOf(text)));
    this.#messages = entries.map(({ messages }) => messages.flatMap(messagesOf));
    const fields = Object.entries(entries[0]?.fields ?? {});
    this.#boost = Object.fromEntries(fields.map(([name, [, boost]]) => [name, boost]));
    this.#index = new MiniSearch({
      fields: fields.map(([name]) => name),
      tokenize: wordsOf,
      processTerm: termOf,
    });
    this.#index.addAll(
      entries.map(({ fields: texts }, id) => ({
        id,
        ...Object.fromEntries(Object.entries(texts).map(([name, [text]]) => [name, text])),
      })),
    );
  }

  /** Those that have any of the question's terms, best first; only some of them, if it is said which. */
  rank(question: string, isAsked: (of: Of) => boolean = () => true): Ranked<Of>[] {
    const terms = this.#vocabulary.termsOf(question);
    const said = spoken(question);
    const results = this.#index.search(queryOf(terms), { boost: this.#boost });
    return results
      .flatMap(({ id, score: found, queryTerms }) => {
        const entry = this.#entries[Number(id)];
        if (!entry || !isAsked(entry.of)) return [];
        const phrases = this.#phrases[Number(id)] ?? [];
        const isQuoted = (this.#messages[Number(id)] ?? []).some((message) =>
          quotes(said, message),
        );
        const alike = Math.max(0, ...phrases.map((phrase) => likeness(terms, phrase)));
        const covered = coverage(terms, new Set(queryTerms));
        const phrased = isQuoted ? QUOTED : 1 + LIKENESS * alike ** 2;
        const score = found * covered ** 2 * phrased * (entry.favour ?? 1);
        return [{ of: entry.of, score, covered, isQuoted }];
      })
      .sort((a, b) => b.score - a.score);
  }
}

/** What is shorter is said without quoting anybody; a code says more. */
const MESSAGE_LENGTH_MIN = 12;
const CODE_LENGTH_MIN = 8;
/** What stands in a message between its open places. */
type Message = readonly string[];

const spoken = (text: string): string =>
  text.toLowerCase().replaceAll('’', "'").replaceAll(/\s+/g, ' ').trim();

const messageOf = (text: string): Message =>
  text
    .split('…')
    .map(spoken)
    .filter((part) => part.length >= (isCode(text) ? CODE_LENGTH_MIN : MESSAGE_LENGTH_MIN));

const isCode = (text: string): boolean => /^[A-Z_]+$/.test(text);

/** A sentence shorter than this is said without quoting anybody. */
const SENTENCE_LENGTH_MIN = 20;

/** A message, and each of its sentences: people quote the one that tells them something. */
const messagesOf = (text: string): Message[] => [
  messageOf(text),
  ...text
    .split(/[.!?](?:\s+|$)/)
    .filter((sentence) => sentence.length >= SENTENCE_LENGTH_MIN)
    .map(messageOf),
];

/** Whether what was said holds a message of the product, word for word. */
const quotes = (said: string, message: Message): boolean =>
  message.length > 0 && message.every((part) => said.includes(part));

/** Terms as they are. */
function queryOf(terms: readonly Term[]): Query {
  return {
    combineWith: 'OR',
    queries: terms.map(({ term }) => ({
      queries: [term],
      tokenize: (text: string) => [text],
      processTerm: (text: string) => text,
    })),
  };
}
