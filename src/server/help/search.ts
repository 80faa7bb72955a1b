import { setImmediate } from 'node:timers/promises';
import { codesQuotedIn } from './codes.ts';
import { ELSEWHERE } from './elsewhere.ts';
import { featuresOf } from './features.ts';
import { type Figures, fill } from './figures.ts';
import { type Example, Intents } from './intents.ts';
import { type Page, type Passage, textsOf } from './page.ts';
import { type Entry, type Ranked, Ranking } from './ranking.ts';
import { Speller } from './spelling.ts';
import { Vocabulary } from './vocabulary.ts';
import { isCore, TALK, wordsOf } from './words.ts';

/** What a search has come to. */
export interface Found {
  /** The page that answers; null where none does well enough. */
  readonly page: Page | null;
  /** What of it answers, the best first. */
  readonly passages: readonly Passage[];
  /** The pages that come next, or where none answers, the nearest: best first. */
  readonly near: readonly Page[];
}

/** How much of what is asked, rare words weighing more, the pages must know. */
const KNOWN_MIN = 0.5;
/** The same for a question that names nothing of ours: everyday words meet by chance. */
const STRANGE_KNOWN_MIN = 0.65;
/** The same for a question that names our token, which nobody else has. */
const OWN_KNOWN_MIN = 0.3;
/** The same for a part of a question alone, which says less of what it is about. */
const CLAUSE_KNOWN_MIN = 0.8;
/** How likely the best page must be beside questions about something else. */
const BEST_SHARE_MIN = 0.55;
/** What the words of a page count in its place beside how likely it is meant. */
const WORDS_SHARE = 0.4;
/** What a keyword teaches beside a whole question. */
const KEYWORD = 0.3;
/** The first passage of a page sums it up. */
const FIRST_PASSAGE = 1.4;
const OWN_NAME = 'lmt';
const NEAR_MAX = 3;

/** A piece of a page that can answer by itself. */
interface Part {
  readonly page: Page;
  readonly passage: Passage;
}

/** What came of a question before it is decided whether it answers. */
interface Search {
  readonly question: string;
  /** Where the question is known word for word. */
  readonly known: Part | null;
  readonly pages: readonly Ranked<Page>[];
  readonly isGood: boolean;
}

/** What the pages are searched by. */
interface Index {
  readonly vocabulary: Vocabulary;
  readonly speller: Speller;
  readonly ranking: Ranking<Page>;
  readonly passages: Ranking<Part>;
  /** Questions that are known word for word. */
  readonly known: ReadonlyMap<string, Part>;
  readonly intents: Intents;
}

/** Makes the index, in pieces. Figures are indexed as they are at the start: people ask about '2%'. */
function* indexing(
  entries: readonly Entry<Page>[],
  figures: Figures,
  elsewhere: readonly string[],
): Generator<undefined, Index> {
  const pages = entries.map(({ of }) => of);
  const texts = entries.map(({ fields }) =>
    Object.values(fields)
      .map(([text]) => text)
      .join('\n'),
  );
  const vocabulary = new Vocabulary(texts);
  yield;
  const speller = new Speller([...texts, ...elsewhere], TALK);
  yield;
  const ranking = new Ranking(vocabulary, entries);
  yield;
  const parts = pages.flatMap((page) =>
    page.passages.flatMap(partsOf).map((part) => passageEntry(part, page, figures)),
  );
  const passages = new Ranking(vocabulary, parts);
  yield;
  const known = pages.flatMap((page) =>
    page.passages.flatMap((passage) =>
      passage.asks.map((ask) => [bare(ask), { page, passage }] as const),
    ),
  );
  const intents = new Intents(examplesOf(pages, elsewhere), pages.length + 1);
  yield;
  yield* intents.learning();
  return { vocabulary, speller, ranking, passages, known: new Map(known), intents };
}

/** Ranked search over the help pages, kept in memory. */
export class HelpSearch {
  readonly pages: readonly Page[];
  readonly #making: Generator<undefined, Index>;
  #made: Index | null = null;

  /** Throws where a page asks for a figure that there is not. No page answers what is asked elsewhere. */
  constructor(pages: readonly Page[], figures: Figures, elsewhere: readonly string[] = ELSEWHERE) {
    this.pages = pages;
    const entries = pages.map((page) => pageEntry(page, figures));
    this.#making = indexing(entries, figures, elsewhere);
  }

  /** Makes the index ahead of the first question, serving others between its pieces. */
  async prepare(): Promise<void> {
    while (!this.#makeMore()) await setImmediate();
  }

  /** Made in one go where a question comes before it is prepared. */
  get #index(): Index {
    for (;;) {
      const made = this.#makeMore();
      if (made) return made;
    }
  }

  #makeMore(): Index | null {
    if (this.#made) return this.#made;
    const { done, value } = this.#making.next();
    if (done) this.#made = value;
    return this.#made;
  }

  /** The page that answers a question, if one does, and its neighbours; of a story, its clearest part is taken. */
  find(asked: string): Found {
    const question = this.#index.speller.mend(asked);
    const whole = this.#rank(question, KNOWN_MIN);
    if (whole.isGood) return this.#answer(whole);
    const [best] = clausesOf(question)
      .filter((clause) => this.#namesOurs(clause))
      .map((clause) => this.#rank(clause, CLAUSE_KNOWN_MIN))
      .filter(({ isGood }) => isGood)
      .toSorted((a, b) => (b.pages[0]?.score ?? 0) - (a.pages[0]?.score ?? 0));
    return best
      ? this.#answer(best)
      : {
          page: null,
          passages: [],
          near: nearest(whole.pages.filter(({ covered }) => covered > 0)),
        };
  }

  #rank(question: string, knownMin: number): Search {
    const known = this.#index.known.get(bare(question)) ?? null;
    const byWords = this.#index.ranking.rank(question);
    if (known) return { question, known, pages: byWords, isGood: true };
    const likely = this.#index.intents.likelihoods(featuresOf(question));
    const pages = this.#byIntent(byWords, likely);
    const [best] = pages;
    if (!best) return { question, known, pages, isGood: false };
    const own = likely[this.pages.indexOf(best.of)] ?? 0;
    const elsewhere = likely[this.pages.length] ?? 0;
    const isOurs = own / (own + elsewhere) >= BEST_SHARE_MIN;
    const isKnown = this.#knownOf(question) >= this.#leastKnown(question, knownMin);
    return { question, known, pages, isGood: best.isQuoted || (isOurs && isKnown) };
  }

  /** Pages in the order of how likely each is meant, and of how well its words fit; what is quoted comes first. */
  #byIntent(byWords: readonly Ranked<Page>[], likely: Float32Array): Ranked<Page>[] {
    const found = new Map(byWords.map((ranked) => [ranked.of, ranked]));
    const most = Math.max(1e-9, ...byWords.map(({ score }) => score));
    return this.pages
      .map((of, i) => {
        const { score = 0, covered = 0, isQuoted = false } = found.get(of) ?? {};
        const fits = Math.sqrt(score / most);
        const together = (likely[i] ?? 0) + WORDS_SHARE * fits * Math.sqrt(likely[i] ?? 0);
        return { of, covered, isQuoted, score: isQuoted ? 10 + fits : together };
      })
      .sort((a, b) => b.score - a.score);
  }

  #knownOf(question: string): number {
    return this.#index.vocabulary.known(this.#index.vocabulary.termsOf(question));
  }

  #leastKnown(question: string, usual: number): number {
    if (!this.#namesOurs(question)) return Math.max(STRANGE_KNOWN_MIN, usual);
    return wordsOf(question).includes(OWN_NAME) ? Math.min(OWN_KNOWN_MIN, usual) : usual;
  }

  /** Whether a text has a word that the product is about. */
  #namesOurs(text: string): boolean {
    return this.#index.vocabulary.termsOf(text).some(({ term }) => isCore(term));
  }

  #answer({ question, known, pages }: Search): Found {
    const page = known?.page ?? pages[0]?.of;
    if (!page) return { page: null, passages: [], near: [] };
    const own = this.#index.passages.rank(question, (part) => part.page === page);
    // Of what explains a quoted message, its own item says it shortest.
    const items = own.filter(({ of, isQuoted }) => isQuoted && !page.passages.includes(of.passage));
    // The title or a keyword alone may have been what was asked for: then the first passage answers.
    const found = [...items, ...own].map(({ of }) => of.passage);
    const all = [...(known ? [known.passage] : []), ...found, ...page.passages];
    const near = nearest(pages.filter(({ of }) => of !== page));
    return { page, passages: [...new Set(all)], near };
  }
}

/** What the pages teach of how they are asked for; after their labels comes that of what none answers. */
function examplesOf(pages: readonly Page[], elsewhere: readonly string[]): Example[] {
  const own = pages.flatMap(({ title, keywords, passages }, label) => {
    const asks = passages.flatMap((passage) => [passage.heading ?? title, ...passage.asks]);
    return [
      ...asks.map((text) => ({ features: featuresOf(text), label, weight: 1 })),
      ...keywords.map((text) => ({ features: featuresOf(text), label, weight: KEYWORD })),
    ];
  });
  const foreign = elsewhere.map((text) => ({
    features: featuresOf(text),
    label: pages.length,
    weight: 1,
  }));
  return [...own, ...foreign];
}

/** What a question of several says by itself each. */
function clausesOf(question: string): string[] {
  const clauses = question.split(BETWEEN_CLAUSES);
  return clauses.length === 1
    ? []
    : clauses.filter((clause) => wordsOf(clause).length >= CLAUSE_WORDS_MIN);
}

const CLAUSE_WORDS_MIN = 2;
const BETWEEN_CLAUSES = /[.?!,;:\n]+(?:\s|$)|\s-+\s|\s(?:and|but|because|so|or|now|then)\s/i;

/** A question's words alone. */
const bare = (text: string): string =>
  text
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu)
    ?.join(' ') ?? '';

const nearest = (ranked: readonly Ranked<Page>[]): Page[] =>
  ranked.slice(0, NEAR_MAX).map(({ of }) => of);

const bodyOf = ({ blocks }: Passage, figures: Figures): string =>
  fill(blocks.flatMap(textsOf).join('\n'), figures);

function pageEntry(page: Page, figures: Figures): Entry<Page> {
  const { title, keywords, codes, passages } = page;
  const body = passages.map((passage) => bodyOf(passage, figures)).join('\n');
  const headings = passages.flatMap(({ heading }) => heading ?? []);
  const asks = passages.flatMap((passage) => passage.asks);
  return {
    of: page,
    fields: {
      title: [title, 3],
      asks: [asks.join('\n'), 3],
      keywords: [[...keywords, ...codes].join('\n'), 2],
      headings: [headings.join('\n'), 1.5],
      body: [body, 1],
    },
    phrases: [title, ...headings, ...quotedIn(body)],
    messages: [...quotedIn(body), ...codes],
  };
}

function passageEntry(passage: Passage, page: Page, figures: Figures): Entry<Part> {
  const { heading, asks } = passage;
  const body = bodyOf(passage, figures);
  return {
    of: { page, passage },
    fields: { heading: [heading ?? page.title, 2], asks: [asks.join('\n'), 2], body: [body, 1] },
    phrases: [heading ?? page.title, ...asks, ...quotedIn(body)],
    messages: [...quotedIn(body), ...codesQuotedIn(body, page.codes)],
    favour: heading === null ? FIRST_PASSAGE : 1,
  };
}

const QUOTED = /'([^'\n]{6,}?)'(?=[\s.,:;)]|$)/g;

/** Messages of the product that a text quotes. */
const quotedIn = (text: string): string[] =>
  [...text.matchAll(QUOTED)].map(([, quoted = '']) => quoted);

/** A passage, and each message that it explains in an item of its own. */
function partsOf(passage: Passage): Passage[] {
  const items = passage.blocks.flatMap((block) => (block.kind === 'list' ? block.items : []));
  const messages = items
    .filter((item) => item.startsWith("'"))
    .map((text): Passage => {
      return { heading: passage.heading, asks: [], blocks: [{ kind: 'paragraph', text }] };
    });
  return [passage, ...messages];
}
