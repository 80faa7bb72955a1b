import { codesQuotedIn } from './codes.ts';
import { type Figures, fill } from './figures.ts';
import { type Page, type Passage, textsOf } from './page.ts';
import { type Entry, type Ranked, Ranking } from './ranking.ts';
import { Vocabulary } from './vocabulary.ts';
import { isCore, wordsOf } from './words.ts';

/** What a search has come to. */
export interface Found {
  /** The page that answers; null where none does well enough. */
  readonly page: Page | null;
  /** What of it answers, the best first. */
  readonly passages: readonly Passage[];
  /** The pages that come next, or where none answers, the nearest: best first. */
  readonly near: readonly Page[];
}

/** How much of what is asked, rare words weighing more, the page must speak of. */
const COVERAGE_MIN = 0.5;
/** The same for a question that names nothing of ours: everyday words meet by chance. */
const STRANGE_COVERAGE_MIN = 0.65;
/** The same for a part of a question alone, which says less of what it is about. */
const CLAUSE_COVERAGE_MIN = 0.7;
/** The first passage of a page sums it up. */
const FIRST_PASSAGE = 1.4;
/** What a passage scores that has no word of the question, where the page has. */
const PAGE_ALONE = 1;
const NEAR_MAX = 3;

/** A piece of a page that can answer by itself. */
interface Part {
  readonly page: Page;
  readonly passage: Passage;
}

/** What came of a question before it is decided whether it answers. */
interface Search {
  /** Where the question is known word for word. */
  readonly known: Part | null;
  readonly pages: readonly Ranked<Page>[];
  readonly passages: readonly Ranked<Part>[];
  readonly isGood: boolean;
}

/** Ranked search over the help pages, kept in memory. */
export class HelpSearch {
  readonly pages: readonly Page[];
  readonly #vocabulary: Vocabulary;
  readonly #ranking: Ranking<Page>;
  /** Questions that are known word for word. */
  readonly #known: ReadonlyMap<string, Part>;
  readonly #passages: Ranking<Part>;

  /** Figures are indexed as they are at the start: people ask about '2%'. */
  constructor(pages: readonly Page[], figures: Figures) {
    this.pages = pages;
    const entries = pages.map((page) => pageEntry(page, figures));
    this.#vocabulary = new Vocabulary(
      entries.map(({ fields }) =>
        Object.values(fields)
          .map(([text]) => text)
          .join('\n'),
      ),
    );
    this.#ranking = new Ranking(this.#vocabulary, entries);
    this.#passages = new Ranking(
      this.#vocabulary,
      pages.flatMap((page) =>
        page.passages.flatMap(partsOf).map((part) => passageEntry(part, page, figures)),
      ),
    );
    this.#known = new Map(
      pages.flatMap((page) =>
        page.passages.flatMap((passage) =>
          passage.asks.map((ask) => [bare(ask), { page, passage }] as const),
        ),
      ),
    );
  }

  /** The page that answers a question, if one does, and its neighbours; of a story, its clearest part is taken. */
  find(question: string): Found {
    const whole = this.#rank(question);
    if (whole.isGood) return this.#answer(whole);
    const parts = clausesOf(question)
      .filter((clause) => this.#namesOurs(clause))
      .map((clause) => this.#rank(clause));
    const clear = parts.filter(({ pages: [best] }) => best && best.covered >= CLAUSE_COVERAGE_MIN);
    const [best] = clear.toSorted((a, b) => (b.pages[0]?.score ?? 0) - (a.pages[0]?.score ?? 0));
    return best ? this.#answer(best) : { page: null, passages: [], near: nearest(whole.pages) };
  }

  #rank(question: string): Search {
    const known = this.#known.get(bare(question)) ?? null;
    const passages = this.#passages.rank(question);
    const pages = byBoth(this.#ranking.rank(question), passages);
    const [best] = pages;
    const least = this.#namesOurs(question) ? COVERAGE_MIN : STRANGE_COVERAGE_MIN;
    const isGood = known !== null || (best && (best.isQuoted || best.covered >= least));
    return { known, passages, pages, isGood: isGood ?? false };
  }

  /** Whether a text has a word that the product is about. */
  #namesOurs(text: string): boolean {
    return this.#vocabulary.termsOf(text).some(({ term }) => isCore(term));
  }

  #answer({ known, passages, pages }: Search): Found {
    const page = known?.page ?? pages[0]?.of;
    if (!page) return { page: null, passages: [], near: [] };
    const own = passages.filter(({ of }) => of.page === page).map(({ of }) => of.passage);
    // The title or a keyword alone may have been what was asked for: then the first passage answers.
    const all = [...(known ? [known.passage] : []), ...own, ...page.passages];
    const near = nearest(pages.filter(({ of }) => of !== page));
    return { page, passages: [...new Set(all)], near };
  }
}

/** Pages in the order of what they and the best of their passages score together. */
function byBoth(pages: readonly Ranked<Page>[], passages: readonly Ranked<Part>[]): Ranked<Page>[] {
  const best = new Map<Page, number>();
  for (const { of, score } of passages) if (!best.has(of.page)) best.set(of.page, score);
  return pages
    .map((ranked) => ({ ...ranked, score: ranked.score * (best.get(ranked.of) ?? PAGE_ALONE) }))
    .sort((a, b) => b.score - a.score);
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
    phrases: [title, ...headings, ...asks, ...quotedIn(body)],
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
