import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Help, openHelp } from '#server/help/help';
import { loadOffTopic } from '#server/help/load-pages';
import type { Page } from '#server/help/page';
import { HelpSearch } from '#server/help/search';
import { EVERYDAY } from './everyday-questions.ts';
import { FRESH } from './fresh-questions.ts';
import type { QuestionWithPages } from './question.ts';
import { FINAL_QUESTIONS } from './final-questions.ts';
import { QUESTIONS, type Question } from './questions.ts';
import { UNSEEN } from './unseen-questions.ts';

const FOLDER = fileURLToPath(new URL('../../help', import.meta.url));

let help: Help;
let elsewhere: readonly string[];
beforeAll(async () => {
  help = await openHelp(FOLDER, null);
  elsewhere = await loadOffTopic(FOLDER);
});

/** Questions answered by a wrong page, or answered although off topic. */
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

describe('help questions', () => {
  test('cover all kinds, and a third is a held-out set', () => {
    expect(QUESTIONS.length).toBeGreaterThanOrEqual(72);
    expect(OFF_TOPIC.length).toBeGreaterThanOrEqual(15);
    const apart = QUESTIONS.filter(({ set }) => set !== 'seen');
    expect(apart.length * 3).toBeGreaterThanOrEqual(QUESTIONS.length);
    const texts = QUESTIONS.map(({ text }) => text.toLowerCase());
    expect(texts.filter((text, i) => texts.indexOf(text) !== i)).toEqual([]);
  });

  test('name existing pages', () => {
    const slugs = help.search.pages.map(({ slug }) => slug);
    const named = QUESTIONS.flatMap(({ page }) => page ?? []);
    expect(named.filter((page) => !slugs.includes(page))).toEqual([]);
  });
});

test('are answered by their page in nine of ten cases', () => {
  expectShare(ANSWERABLE, 0.9);
});

test('about other topics are refused in nine of ten cases', () => {
  expectShare(OFF_TOPIC, 0.9);
});

/** Share of questions answered by an accepted page, or correctly refused. */
function share(questions: readonly QuestionWithPages[], search = help.search): number {
  const right = questions.filter(({ text, pages }) => {
    const slug = search.find(text).page?.slug;
    return slug === undefined ? pages.length === 0 : pages.includes(slug);
  });
  return right.length / questions.length;
}

const isAnswerable = ({ pages }: QuestionWithPages): boolean => pages.length > 0;
const isElsewhere = ({ pages }: QuestionWithPages): boolean => pages.length === 0;

test.each([
  // Pages list no misspelled phrasings: only the spelling correction can find them.
  ['misspelt', 0.8],
  ['oblique', 0.9],
  ['stories', 0.9],
  ['offTopic', 0.9],
] as const)(
  '%s everyday questions: a share of %s is answered or refused correctly',
  (kind, least) => {
    expect(share(EVERYDAY[kind])).toBeGreaterThanOrEqual(least);
  },
);

test('held-out questions are answered or refused correctly in nine of ten cases', () => {
  expect(UNSEEN.length).toBeGreaterThanOrEqual(60);
  expect(share(UNSEEN.filter(isAnswerable))).toBeGreaterThanOrEqual(0.9);
  expect(share(UNSEEN.filter(isElsewhere))).toBeGreaterThanOrEqual(0.9);
});

/** Ablations: the search without one of its inputs. */
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

test.each(Object.keys(WITHOUT))('the search gains two points or more from %s', (stage) => {
  const without = WITHOUT[stage]?.(help.search.pages);
  expect(share(UNSEEN, without)).toBeLessThanOrEqual(share(UNSEEN) - 0.02);
});

test('the final held-out set: 85% are answered, and 90% of off-topic questions refused', () => {
  expect(share(FINAL_QUESTIONS.filter(isAnswerable))).toBeGreaterThanOrEqual(0.85);
  expect(share(FINAL_QUESTIONS.filter(isElsewhere))).toBeGreaterThanOrEqual(0.9);
});

describe('newcomers’ questions with several accepted pages', () => {
  const { lookedAt, heldBack } = FRESH;
  const all = [...lookedAt, ...heldBack];

  test('name existing pages', () => {
    const slugs = help.search.pages.map(({ slug }) => slug);
    const named = [...all, ...UNSEEN, ...FINAL_QUESTIONS].flatMap(({ pages }) => pages);
    expect(named.filter((page) => !slugs.includes(page))).toEqual([]);
  });

  test('are answered by one of them, and refused if off topic', () => {
    expect(share(heldBack.filter(isAnswerable))).toBeGreaterThanOrEqual(0.9);
    expect(share(lookedAt.filter(isAnswerable))).toBeGreaterThanOrEqual(0.9);
    expect(share(all.filter(isElsewhere))).toBeGreaterThanOrEqual(0.9);
  });
});

const ASKS = (): Question[] =>
  help.search.pages.flatMap(({ slug: page, passages }) =>
    passages.flatMap(({ asks }) => asks).map((text) => ({ text, page, set: 'seen' })),
  );

test('no phrasing is listed by two pages', () => {
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

test('each page is found by its title, and by nearly all of its listed phrasings', () => {
  const titles = help.search.pages.map(({ slug: page, title: text }): Question => {
    return { text, page, set: 'seen' };
  });
  expect(missed(titles)).toEqual([]);
  expectShare(ASKS(), 0.97);
});
