import { describe, expect, test } from 'vitest';

import { addressesIn, bannedWords } from './bans.ts';
import { codeUnder, madeUp } from './sources.ts';

test('no banned word is used', () => {
  expect(bannedWords(codeUnder('src'))).toEqual([]);
});

test('no address stands in the web app: each cluster has its own, and the server tells them', () => {
  expect(addressesIn(codeUnder('src/web'))).toEqual([]);
});

test.each([
  ["const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';", 1],
  ['const mint = `EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v`;', 1],
  ['const mint = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGkZwyTDt1v";', 1],
  ["const memo = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr';", 0],
  ["const never = '11111111111111111111111111111111';", 0],
  ["const word = 'setTransactionMessageLifetimeUsingBlockhash';", 0],
  ['/** @example shortAddress(7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU) */', 0],
])('the checker of addresses on %s', (text, found) => {
  expect(addressesIn([madeUp('src/web/features/bond/use-balance.ts', text)])).toHaveLength(found);
});

test('advisory locks are taken by the one table alone, which knows their order', () => {
  const takers = codeUnder('src').filter(({ text }) => text.includes('pg_advisory'));
  const outside = takers.filter(({ path }) => !path.startsWith('src/server/kernel/db/locks.'));
  expect(outside.map(({ path }) => path)).toEqual([]);
});

test('actions, guards and jobs name the dependencies that they use', () => {
  const files = codeUnder('src/server').filter(
    ({ path, text }) =>
      /import type \{ Parts \}[^]*: Parts\b(?!\[)/.test(text) &&
      !/\/(start\/|routes\.ts|guards\.ts)/.test(path),
  );
  expect(files.map(({ path }) => path)).toEqual([]);
});

describe('the checker of banned words', () => {
  test.each([
    'export const now = () => Date.now();',
    'export const now = new Date();',
    'export const dice = Math.random();',
    'export const env = process.env;',
    'export const width = window.innerWidth;',
    'export const title = document.title;',
    "export const page = fetch('/');",
    'setTimeout(() => {}, 1);',
    'export const shorthand = { process };',
    'export const cast = (process as unknown) ?? window!;',
    "import { readFileSync } from 'node:fs';",
    "export const amount = parseFloat('1.5');",
    "export const amount = Number('1.5');",
    "export const amount = Number.parseFloat('1.5');",
    'export const text = (n: number) => n.toFixed(2);',
    'export const whole = (n: number) => Math.floor(n);',
    'export const whole = (n: number) => Math.round(n);',
    'export const whole = (n: number) => Math.ceil(n);',
  ])('finds in the domain: %s', (text) => {
    expect(bannedWords([madeUp('src/domain/bond.ts', text)])).not.toEqual([]);
  });

  test.each([
    'export const at = (ms: number) => new Date(ms);',
    'export const open = (window: { opensAt: number }) => window.opensAt;',
    'export function f() { const { window } = { window: 1 }; return window; }',
    'export const t = { process: 1, fetch: 2 }.process;',
    'export interface T { readonly window: Number; document: string }',
    '// Date.now() in a comment',
    "export const text = 'Date.now() in a text';",
    'export const safe = (n: number) => Number.isSafeInteger(n);',
  ])('allows in the domain: %s', (text) => {
    expect(bannedWords([madeUp('src/domain/bond.ts', text)])).toEqual([]);
  });

  test('finds a module that keeps things by their owner', () => {
    const text = 'const known = new WeakMap<object, string>();';
    expect(bannedWords([madeUp('src/server/kernel/db/size.ts', text)])).toHaveLength(1);
  });

  test.each([
    'src/server/bonds/open-bond.ts',
    'src/server/bonds/bond-queries.ts',
    'src/web/ui/amount.tsx',
  ])('finds floats in %s', (file) => {
    expect(bannedWords([madeUp(file, "export const a = parseFloat('1');")])).toHaveLength(1);
    expect(
      bannedWords([madeUp(file, 'export const a = (n: number) => n.toFixed(2);')]),
    ).toHaveLength(1);
  });

  test.each([
    'src/server/kernel/prices/feed.ts',
    'src/server/kernel/http/metrics.ts',
    'src/web/ui/chart/line.tsx',
    'src/web/ui/segment-bar.tsx',
    'src/domain/bond.test.ts',
  ])('allows them in %s', (file) => {
    expect(bannedWords([madeUp(file, "export const a = parseFloat('1').toFixed(2);")])).toEqual([]);
  });
});
