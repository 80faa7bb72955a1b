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
  readonly #passages: ReadonlyMap<string, Ranking<Passage>>;

  /** Figures are indexed as they are at the start: people ask about '2%'. */
  constructor(pages: readonly Page[], figures: Figures) {
    this.pages = pages;
    const entries = pages.map((page) => pageEntry(page, figures));
    const vocabulary = new Vocabulary(
      entries.map(({ fields }) => Object.values(fields).join('\n')),
    );
    this.#ranking = new Ranking(vocabulary, entries);
    this.#passages = new Map(
      pages.map(({ slug, title, questions, passages }) => {
        const asked = [title, ...questions];
        const parts = passages.flatMap(partsOf).map((part) => passageEntry(part, asked, figures));
        return [slug, new Ranking(vocabulary, parts)];
      }),
    );
  }

  /** The page that answers a question, if one does, and its neighbours. */
  find(question: string): Found {
    const ranked = this.#ranking.rank(question);
    const [best, ...others] = ranked;
    if (!best || best.covered < COVERAGE_MIN) {
      return { page: null, passages: [], near: nearest(ranked) };
    }
    const page = best.of;
    const found = this.#passages.get(page.slug)?.rank(question) ?? [];
    const passages = found.map(({ of }) => of);
    // The title or a keyword alone may have been what was asked for.
    return { page, passages: [...passages, ...page.passages.slice(0, 1)], near: nearest(others) };
  }
}

const nearest = (ranked: readonly Ranked<Page>[]): Page[] =>
  ranked.slice(0, NEAR_MAX).map(({ of }) => of);

const bodyOf = ({ blocks }: Passage, figures: Figures): string =>
  fill(blocks.flatMap(textsOf).join('\n'), figures);

function pageEntry(page: Page, figures: Figures): Entry<Page> {
  const { title, keywords, questions, passages } = page;
  const body = passages.map((passage) => bodyOf(passage, figures)).join('\n');
  const headings = passages.flatMap(({ heading }) => heading ?? []);
  return {
    of: page,
    fields: {
      title: [title, 3],
      questions: [questions.join('\n'), 3],
      keywords: [keywords.join('\n'), 2],
      headings: [headings.join('\n'), 1.5],
      body: [body, 1],
    },
    phrases: [title, ...questions, ...headings, ...quotedIn(body)],
    messages: quotedIn(body),
  };
}

/** The first passage answers what the page's title and questions ask; each other what its heading says. */
function passageEntry(
  passage: Passage,
  asked: readonly string[],
  figures: Figures,
): Entry<Passage> {
  const { heading } = passage;
  const body = bodyOf(passage, figures);
  const asks = heading === null ? asked : [heading];
  return {
    of: passage,
    fields: { heading: [asks[0] ?? '', 2], body: [body, 1] },
    phrases: [...asks, ...quotedIn(body)],
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
    .map((text) => ({ heading: passage.heading, blocks: [{ kind: 'paragraph', text }] }) as const);
  return [passage, ...messages];
}
