import { type Figures, fill } from './figures.ts';
import { type Page, type Passage, textsOf } from './page.ts';
import { type Entry, type Ranked, Ranking } from './ranking.ts';
import { Vocabulary } from './vocabulary.ts';

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
/** The first passage of a page sums it up. */
const FIRST_PASSAGE = 1.4;
const NEAR_MAX = 3;

/** Ranked search over the help pages, kept in memory. */
export class HelpSearch {
  readonly pages: readonly Page[];
  readonly #ranking: Ranking<Page>;
  /** Questions that are known word for word. */
  readonly #known: ReadonlyMap<string, readonly [Page, Passage]>;
  readonly #vocabulary: Vocabulary;
  readonly #figures: Figures;
  /** Made when a page is first asked for, so that the server starts sooner. */
  readonly #passages = new Map<Page, Ranking<Passage>>();

  /** Figures are indexed as they are at the start: people ask about '2%'. */
  constructor(pages: readonly Page[], figures: Figures) {
    this.pages = pages;
    const entries = pages.map((page) => pageEntry(page, figures));
    this.#figures = figures;
    this.#vocabulary = new Vocabulary(
      entries.map(({ fields }) =>
        Object.values(fields)
          .map(([text]) => text)
          .join('\n'),
      ),
    );
    this.#ranking = new Ranking(this.#vocabulary, entries);
    this.#known = new Map(
      pages.flatMap((page) =>
        page.passages.flatMap((passage) =>
          passage.asks.map((ask) => [bare(ask), [page, passage] as const] as const),
        ),
      ),
    );
  }

  /** The page that answers a question, if one does, and its neighbours. */
  find(question: string): Found {
    const ranked = this.#ranking.rank(question);
    const known = this.#known.get(bare(question));
    const best = ranked[0];
    const isGood = best !== undefined && best.covered >= COVERAGE_MIN;
    const page = known?.[0] ?? (isGood ? best.of : null);
    if (!page) return { page: null, passages: [], near: nearest(ranked) };
    const found = this.#passagesOf(page).rank(question);
    // The title or a keyword alone may have been what was asked for: then the first passage answers.
    const passages = [...(known ? [known[1]] : []), ...found.map(({ of }) => of), ...page.passages];
    const near = nearest(ranked.filter(({ of }) => of !== page));
    return { page, passages: [...new Set(passages)], near };
  }

  #passagesOf(page: Page): Ranking<Passage> {
    const known = this.#passages.get(page);
    if (known) return known;
    const parts = page.passages
      .flatMap(partsOf)
      .map((part) => passageEntry(part, page.title, this.#figures));
    const ranking = new Ranking(this.#vocabulary, parts);
    this.#passages.set(page, ranking);
    return ranking;
  }
}

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
  const { title, keywords, passages } = page;
  const body = passages.map((passage) => bodyOf(passage, figures)).join('\n');
  const headings = passages.flatMap(({ heading }) => heading ?? []);
  const asks = passages.flatMap((passage) => passage.asks);
  return {
    of: page,
    fields: {
      title: [title, 3],
      asks: [asks.join('\n'), 3],
      keywords: [keywords.join('\n'), 2],
      headings: [headings.join('\n'), 1.5],
      body: [body, 1],
    },
    phrases: [title, ...headings, ...asks, ...quotedIn(body)],
    messages: quotedIn(body),
  };
}

function passageEntry(passage: Passage, title: string, figures: Figures): Entry<Passage> {
  const { heading, asks } = passage;
  const body = bodyOf(passage, figures);
  return {
    of: passage,
    fields: { heading: [heading ?? title, 2], asks: [asks.join('\n'), 2], body: [body, 1] },
    phrases: [heading ?? title, ...asks, ...quotedIn(body)],
    messages: quotedIn(body),
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
