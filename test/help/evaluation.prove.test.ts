import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Help, openHelp } from '#server/help/help';
import { EVERYDAY } from './everyday-questions.ts';
import { FRESH } from './fresh-questions.ts';
import type { AskedQuestion } from './question.ts';
import { QUESTIONS, type Question } from './questions.ts';
import { UNSEEN } from './unseen-questions.ts';

let help: Help;
beforeAll(async () => {
  help = await openHelp(fileURLToPath(new URL('../../help', import.meta.url)), null);
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
function share(questions: readonly AskedQuestion[]): number {
  const right = questions.filter(({ text, pages }) => {
    const slug = help.search.find(text).page?.slug;
    return slug === undefined ? pages.length === 0 : pages.includes(slug);
  });
  return right.length / questions.length;
}

test.each(['misspelt', 'oblique', 'stories', 'offTopic'] as const)(
  'of ten %s questions of everyday life, nine are answered or refused as they should be',
  (kind) => {
    expect(share(EVERYDAY[kind])).toBeGreaterThanOrEqual(0.9);
  },
);

test('of ten questions that nothing was tuned on, nine are answered or refused as they should be', () => {
  const isAnswerable = ({ pages }: AskedQuestion): boolean => pages.length > 0;
  expect(UNSEEN.length).toBeGreaterThanOrEqual(60);
  expect(share(UNSEEN.filter(isAnswerable))).toBeGreaterThanOrEqual(0.9);
  expect(share(UNSEEN.filter((question) => !isAnswerable(question)))).toBeGreaterThanOrEqual(0.9);
});

describe('questions of newcomers, each with all pages that answer it,', () => {
  const { lookedAt, heldBack } = FRESH;
  const isAnswerable = ({ pages }: AskedQuestion): boolean => pages.length > 0;

  test('name pages that exist', () => {
    const slugs = help.search.pages.map(({ slug }) => slug);
    const named = [...lookedAt, ...heldBack].flatMap(({ pages }) => pages);
    expect(named.filter((page) => !slugs.includes(page))).toEqual([]);
  });

  test('are answered by one of them as often as when they were first asked', () => {
    expect(share(heldBack.filter(isAnswerable))).toBeGreaterThanOrEqual(0.88);
    expect(share(lookedAt.filter(isAnswerable))).toBeGreaterThanOrEqual(0.95);
  });

  test('are refused where they are about something else', () => {
    const offTopic = [...lookedAt, ...heldBack].filter((question) => !isAnswerable(question));
    expect(share(offTopic)).toBeGreaterThanOrEqual(0.9);
  });
});

test('no question is said to be answered by two pages', () => {
  const asks = help.search.pages.flatMap(({ slug, passages }) => {
    const own = passages.flatMap((passage) => passage.asks).map((ask) => ask.toLowerCase());
    return [...new Set(own)].map((ask) => ({
      slug,
      ask: ask.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim(),
    }));
  });
  const owners = new Map(asks.map(({ ask, slug }) => [ask, slug]));
  expect(asks.filter(({ ask, slug }) => owners.get(ask) !== slug)).toEqual([]);
});

/** Of the thousands of questions that the pages say to answer, one in so many is asked. */
const ONE_IN = 15;

test('every page is found by its title and by the questions that it says to answer', () => {
  const own = help.search.pages.flatMap(({ slug, title, passages }) => {
    const asks = passages.flatMap((passage) => passage.asks);
    const texts = [title, ...asks.filter((_, i) => i % ONE_IN === 0)];
    return texts.map((text) => ({ text, page: slug, set: 'seen' as const }));
  });
  expect(missed(own)).toEqual([]);
});
