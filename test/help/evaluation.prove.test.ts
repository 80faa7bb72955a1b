import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Help, openHelp } from '#server/help/help';
import { loadOffTopic } from '#server/help/load-pages';
import type { Page } from '#server/help/page';
import { HelpSearch } from '#server/help/search';
import { EVERYDAY } from './everyday-questions.ts';
import { FRESH } from './fresh-questions.ts';
import type { AskedQuestion } from './question.ts';
import { PUT_AWAY } from './put-away-questions.ts';
import { QUESTIONS, type Question } from './questions.ts';
import { UNSEEN } from './unseen-questions.ts';

const FOLDER = fileURLToPath(new URL('../../help', import.meta.url));

let help: Help;
let elsewhere: readonly string[];
beforeAll(async () => {
  help = await openHelp(FOLDER, null);
  elsewhere = await loadOffTopic(FOLDER);
});

/** The questions that were answered by another page than they should be, or by one where none should. */
const missed = (questions: readonly Question[]): string[] =>
  questions.flatMap(({ text, page }) => {
    const found = help.search.find(text).page?.slug ?? null;
    return found === page ? [] : [`${text} → ${found} instead of ${page}`];
  });

const ANSWERABLE = QUESTIONS.filter(({ page }) => page !== null);
const OFF_TOPIC = QUESTIONS.filter(({ page }) => page === null);

/** Fails with every miss in its message. */
function expectShare(questions: readonly Question[], least: number): void {
  const misses = missed(questions);
  expect(1 - misses.length / questions.length, misses.join('\n')).toBeGreaterThanOrEqual(least);
}

describe('the questions', () => {
  test('are many, of all kinds, and a third of them was kept apart', () => {
    expect(QUESTIONS.length).toBeGreaterThanOrEqual(72);
    expect(OFF_TOPIC.length).toBeGreaterThanOrEqual(15);
    const apart = QUESTIONS.filter(({ set }) => set !== 'seen');
    expect(apart.length * 3).toBeGreaterThanOrEqual(QUESTIONS.length);
    const texts = QUESTIONS.map(({ text }) => text.toLowerCase());
    expect(texts.filter((text, i) => texts.indexOf(text) !== i)).toEqual([]);
  });

  test('name pages that exist', () => {
    const slugs = help.search.pages.map(({ slug }) => slug);
    const named = QUESTIONS.flatMap(({ page }) => page ?? []);
    expect(named.filter((page) => !slugs.includes(page))).toEqual([]);
  });
});

test('of ten questions, nine are answered by their page', () => {
  expectShare(ANSWERABLE, 0.9);
});

test('of ten questions about something else, nine are refused', () => {
  expectShare(OFF_TOPIC, 0.9);
});

/** How many of the questions are answered by a page that answers them, or refused where none does. */
function share(questions: readonly AskedQuestion[], search = help.search): number {
  const right = questions.filter(({ text, pages }) => {
    const slug = search.find(text).page?.slug;
    return slug === undefined ? pages.length === 0 : pages.includes(slug);
  });
  return right.length / questions.length;
}

const isAnswerable = ({ pages }: AskedQuestion): boolean => pages.length > 0;
const isElsewhere = ({ pages }: AskedQuestion): boolean => pages.length === 0;

test.each([
  // Pages list no misspelt ways of asking: the spelling alone has to find what was meant.
  ['misspelt', 0.8],
  ['oblique', 0.9],
  ['stories', 0.9],
  ['offTopic', 0.9],
] as const)(
  'of %s questions of everyday life, a share of %s is answered or refused',
  (kind, least) => {
    expect(share(EVERYDAY[kind])).toBeGreaterThanOrEqual(least);
  },
);

test('of ten questions that nothing was tuned on, nine are answered or refused as they should be', () => {
  expect(UNSEEN.length).toBeGreaterThanOrEqual(60);
  expect(share(UNSEEN.filter(isAnswerable))).toBeGreaterThanOrEqual(0.9);
  expect(share(UNSEEN.filter(isElsewhere))).toBeGreaterThanOrEqual(0.9);
});

/** What the search learns from, each as it would be without it. */
const WITHOUT: { readonly [stage: string]: (pages: readonly Page[]) => HelpSearch } = {
  'ways of asking': (pages) =>
    new HelpSearch(
      pages.map((page) => ({
        ...page,
        passages: page.passages.map((passage) => ({ ...passage, asks: [] })),
      })),
      elsewhere,
    ),
  keywords: (pages) =>
    new HelpSearch(
      pages.map((page) => ({ ...page, keywords: [] })),
      elsewhere,
    ),
  'questions about something else': (pages) => new HelpSearch(pages, []),
};

test.each(Object.keys(WITHOUT))('%s are worth two points or more', (stage) => {
  const without = WITHOUT[stage]?.(help.search.pages);
  expect(share(UNSEEN, without)).toBeLessThanOrEqual(share(UNSEEN) - 0.02);
});

test('of the questions that were put away, 85 in 100 are answered and 90 in 100 refused', () => {
  expect(share(PUT_AWAY.filter(isAnswerable))).toBeGreaterThanOrEqual(0.85);
  expect(share(PUT_AWAY.filter(isElsewhere))).toBeGreaterThanOrEqual(0.9);
});

describe('questions of newcomers, each with all pages that answer it,', () => {
  const { lookedAt, heldBack } = FRESH;
  const all = [...lookedAt, ...heldBack];

  test('name pages that exist', () => {
    const slugs = help.search.pages.map(({ slug }) => slug);
    const named = [...all, ...UNSEEN, ...PUT_AWAY].flatMap(({ pages }) => pages);
    expect(named.filter((page) => !slugs.includes(page))).toEqual([]);
  });

  test('are answered by one of them, and refused where they are about something else', () => {
    expect(share(heldBack.filter(isAnswerable))).toBeGreaterThanOrEqual(0.9);
    expect(share(lookedAt.filter(isAnswerable))).toBeGreaterThanOrEqual(0.9);
    expect(share(all.filter(isElsewhere))).toBeGreaterThanOrEqual(0.9);
  });
});

const ASKS = (): Question[] =>
  help.search.pages.flatMap(({ slug: page, passages }) =>
    passages.flatMap(({ asks }) => asks).map((text) => ({ text, page, set: 'seen' })),
  );

test('no question is said to be answered by two pages', () => {
  const owners = new Map<string, string | null>();
  for (const { text, page } of ASKS()) {
    const words = text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
      .trim();
    expect([words, owners.get(words) ?? page]).toEqual([words, page]);
    owners.set(words, page);
  }
});

test('a page is found by its title, and by nearly all questions that it says to answer', () => {
  const titles = help.search.pages.map(({ slug: page, title: text }): Question => {
    return { text, page, set: 'seen' };
  });
  expect(missed(titles)).toEqual([]);
  expectShare(ASKS(), 0.97);
});
