import MiniSearch from 'minisearch';
import { Classifier, type Example } from './classifier.ts';
import { type Page, type Passage, textsOf } from './page.ts';
import { subjectOf } from './subject.ts';
import { Spelling, stemsOf } from './spelling.ts';

export interface Found {
  /** Page that answers the question; null if none fits well enough. */
  readonly page: Page | null;
  /** Passages of the page, best first. */
  readonly passages: readonly Passage[];
  /** Next best pages, or the nearest ones if no page answers; best first. */
  readonly near: readonly Page[];
}

/** Minimum share of the best page against off-topic questions. */
const SHARE_MIN = 0.3;
/** Weight of an off-topic question in training. Low, because there are many more of them. */
const OFF_TOPIC_WEIGHT = 0.5;
/** Weight of a keyword in training, relative to a question. */
const KEYWORD_WEIGHT = 0.6;
const NEAR_MAX = 3;

/** Piece of a page that can answer alone. */
interface Part {
  readonly page: Page;
  readonly passage: Passage;
}

interface Index {
  readonly spelling: Spelling;
  /** Pages by the subjects that they are about. */
  readonly subjects: ReadonlyMap<string, Page>;
  readonly classifier: Classifier;
  readonly parts: readonly Part[];
  readonly passages: MiniSearch<{ readonly id: number }>;
}

/** In-memory search over the help pages. */
export class HelpSearch {
  readonly pages: readonly Page[];
  readonly #offTopic: readonly string[];
  #built: Index | null = null;

  /** @param offTopic questions that no page answers */
  constructor(pages: readonly Page[], offTopic: readonly string[]) {
    this.pages = pages;
    this.#offTopic = offTopic;
  }

  /** Built lazily with the first question. */
  get #index(): Index {
    this.#built ??= indexOf(this.pages, this.#offTopic);
    return this.#built;
  }

  /** Returns the page that answers a question, if any, and its neighbours. */
  find(asked: string): Found {
    const question = this.#index.spelling.correct(asked);
    const likely = this.#index.classifier.likelihoods(question);
    if (!likely) return { page: null, passages: [], near: [] };
    const offTopic = likely[this.pages.length] ?? 0;
    const ranked = this.pages
      .map((page, label) => ({ page, share: likely[label] ?? 0 }))
      .toSorted((a, b) => b.share - a.share);
    const [best] = ranked;
    const near = ranked.slice(0, NEAR_MAX + 1).map(({ page }) => page);
    const about = this.#index.subjects.get(subjectOf(question));
    if (about) return leadOf(about, near);
    if (!best || best.share / (best.share + offTopic) < SHARE_MIN) {
      return { page: null, passages: [], near: near.slice(0, NEAR_MAX) };
    }
    const { page } = best;
    return { page, passages: this.#passagesOf(page, question), near: near.slice(1) };
  }

  /** Returns a page's passages, best match first. */
  #passagesOf(page: Page, question: string): Passage[] {
    const { passages, parts } = this.#index;
    const found = passages.search(question, {
      boost: { heading: 2, asks: 2 },
      filter: ({ id }) => parts[Number(id)]?.page === page,
    });
    const own = found.flatMap(({ id }) => parts[Number(id)]?.passage ?? []);
    const subject = subjectOf(question);
    const named = page.passages.filter(({ heading }) => headingSubject(heading) === subject);
    return [...new Set([...named, ...own, ...page.passages])];
  }
}

/** Passages of a page in their own order, because the first one defines the subject. */
const leadOf = (page: Page, near: readonly Page[]): Found => ({
  page,
  passages: page.passages,
  near: near.filter((other) => other !== page).slice(0, NEAR_MAX),
});

/** Subject of a heading such as "Fee credit: what you paid and no stake has used"; null without a colon. */
const headingSubject = (heading: string | null): string | null =>
  heading?.includes(':') ? subjectOf(heading.slice(0, heading.indexOf(':'))) : null;

function indexOf(pages: readonly Page[], offTopic: readonly string[]): Index {
  const examples = examplesOf(pages, offTopic);
  const parts = pages.flatMap((page) =>
    page.passages.flatMap(partsOf).map((passage): Part => ({ page, passage })),
  );
  const passages = new MiniSearch<{ readonly id: number }>({
    fields: ['heading', 'asks', 'body'],
    tokenize: stemsOf,
    processTerm: (stem) => stem,
  });
  passages.addAll(
    parts.map(({ page, passage }, id) => ({
      id,
      heading: passage.heading ?? page.title,
      asks: passage.asks.join('\n'),
      body: bodyOf(passage),
    })),
  );
  return {
    subjects: new Map(pages.flatMap((page) => page.about.map((name) => [subjectOf(name), page]))),
    spelling: new Spelling([
      ...examples.map(({ text }) => text),
      ...parts.map(({ passage }) => bodyOf(passage)),
    ]),
    classifier: new Classifier(examples, pages.length + 1),
    parts,
    passages,
  };
}

/** Returns the training examples. The last label means off-topic. */
function examplesOf(pages: readonly Page[], offTopic: readonly string[]): Example[] {
  const own = pages.flatMap(({ title, keywords, codes, passages }, label) => {
    const asks = passages.flatMap((passage) => [passage.heading ?? title, ...passage.asks]);
    const messages = passages.flatMap(messagesOf);
    return [
      ...[...asks, ...messages].map((text) => ({ text, label, weight: 1 })),
      ...[...keywords, ...codes].map((text) => ({ text, label, weight: KEYWORD_WEIGHT })),
    ];
  });
  const offTopicExamples = offTopic.map((text) => ({
    text,
    label: pages.length,
    weight: OFF_TOPIC_WEIGHT,
  }));
  return [...own, ...offTopicExamples];
}

const bodyOf = ({ blocks }: Passage): string => blocks.flatMap(textsOf).join('\n');

const MESSAGE = /^'([^'\n]{6,}?)'(?=[\s.,:;)]|$)/;

/** Returns messages of the app that a passage explains, each at the start of a text. */
const messagesOf = ({ blocks }: Passage): string[] =>
  blocks.flatMap(textsOf).flatMap((text) => MESSAGE.exec(text)?.[1] ?? []);

/** Returns a passage, and a passage for each message that it explains in a list item. */
function partsOf(passage: Passage): Passage[] {
  const items = passage.blocks.flatMap((block) => (block.kind === 'list' ? block.items : []));
  const messages = items.flatMap((text): Passage[] => {
    const message = MESSAGE.exec(text)?.[1];
    return message === undefined
      ? []
      : [{ heading: message, asks: [], blocks: [{ kind: 'paragraph', text }] }];
  });
  return [passage, ...messages];
}
