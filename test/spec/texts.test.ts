import { expect, test } from 'vitest';

import { type Refusal, messageOf } from '#domain/base/errors';
import { CODES } from '#test/support/codes';

import { TEXTS } from './texts.ts';

const MARK = '{}';
/** A context in which everything is the mark. */
const marked: object = new Proxy({}, { get: (_, field) => (field === 'issues' ? [MARK] : MARK) });

/** Every text of a table, with marks where something is put in. */
function leaves(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'function') return called(value as (...all: unknown[]) => unknown);
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(leaves);
}

/** What a text says with marks put in, and with numbers where it counts. */
function called(text: (...all: unknown[]) => unknown): string[] {
  return [Array(5).fill(MARK), Array(5).fill(2)].flatMap((given) => {
    try {
      return leaves(text(...given));
    } catch {
      return [];
    }
  });
}

const tables = import.meta.glob<object>('../../src/web/**/*-texts.ts', { eager: true });
const refusals = CODES.map((code) => messageOf({ code, context: marked } as unknown as Refusal));
const said = new Set([...Object.values(tables).flatMap(leaves), ...refusals]);

test.each(
  Object.entries(TEXTS).flatMap(([where, texts]) => texts.map((text) => [where, text] as const)),
)('%s: %s', (_, text) => {
  expect([...said]).toContain(text.replaceAll(/\{\w+\}/g, MARK));
});
