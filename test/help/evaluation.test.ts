import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Help, openHelp } from '#server/help/help';
import { QUESTIONS, type Question } from './questions.ts';

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

const of = (isAnswerable: boolean, sets: readonly Question['set'][]): Question[] =>
  QUESTIONS.filter(({ page, set }) => (page !== null) === isAnswerable && sets.includes(set));
const TUNED = ['seen', 'unseen'] as const;
const ALL = [...TUNED, 'unseen again'] as const;

/** Fails with every miss in its message. */
function expectShare(questions: readonly Question[], least: number): void {
  const misses = missed(questions);
  expect(1 - misses.length / questions.length, misses.join('\n')).toBeGreaterThanOrEqual(least);
}

describe('the questions', () => {
  test('are many, of all kinds, and a third of them was kept apart', () => {
    expect(QUESTIONS.length).toBeGreaterThanOrEqual(72);
    expect(of(false, ALL).length).toBeGreaterThanOrEqual(15);
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

test('tuned: of ten questions, nine are answered by their page', () => {
  expectShare(of(true, TUNED), 0.9);
});

test('tuned: of ten questions about something else, nine are refused', () => {
  expectShare(of(false, TUNED), 0.9);
});

test('all: of ten questions, nine are answered by their page', () => {
  expectShare(of(true, ALL), 0.9);
});

test('all: of ten questions about something else, nine are refused', () => {
  expectShare(of(false, ALL), 0.9);
});

test('every page is found by its title and by each of its questions', () => {
  const own = help.search.pages.flatMap(({ slug, title, questions }) =>
    [title, ...questions].map((text) => ({ text, page: slug, set: 'seen' as const })),
  );
  expect(missed(own)).toEqual([]);
});
