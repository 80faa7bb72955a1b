import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { CODES } from '#test/support/codes';
import { openHelp } from '#server/help/help';
import { type Page, parsePage } from '#server/help/page';
import { longPassages, markedUp, talkativePages, unexplained, unknownCodes } from './help-pages.ts';
import { ROOT } from './sources.ts';

let pages: readonly Page[];
beforeAll(async () => {
  // Opening fills in every figure: a page that asks for one that there is not cannot be opened.
  pages = (await openHelp(path.join(ROOT, 'help'), null)).search.pages;
});

test('cover the product: the quick questions, every screen, and the rest', () => {
  const slugs = pages.map(({ slug }) => slug);
  expect(slugs.length).toBeGreaterThanOrEqual(25);
  expect(slugs).toEqual(
    expect.arrayContaining(['connect-wallet', 'bonding', 'staking', 'apy', 'selling', 'treasury']),
  );
  const screens = ['dashboard', 'bond', 'stake', 'sell', 'history', 'info'];
  expect(slugs).toEqual(expect.arrayContaining(screens.map((name) => `${name}-screen`)));
});

test('explain every refusal: list its code and quote its message', () => {
  expect(unexplained(pages, CODES)).toEqual([]);
  expect(unknownCodes(pages, CODES)).toEqual([]);
});

test('are plain text in answers that can be read', () => {
  expect(markedUp(pages)).toEqual([]);
  expect(longPassages(pages)).toEqual([]);
});

test('list at most twenty ways of asking each', () => {
  expect(talkativePages(pages)).toEqual([]);
});

test('have titles and places of their own', () => {
  for (const field of ['title', 'order'] as const) {
    const values = pages.map((page) => page[field]);
    expect(values.filter((value, i) => values.indexOf(value) !== i)).toEqual([]);
  }
});

describe('the checkers of help pages', () => {
  const page = (body: string, front = ''): Page =>
    parsePage('made-up', `---\ntitle: A\norder: 1\n${front}\n---\n${body}`);

  test('find a code that no page lists, or that is not quoted', () => {
    expect(unexplained([page('Text.')], ['SELL_NO_VAULTS'])).toHaveLength(1);
    expect(unexplained([page('Text.', 'codes: SELL_NO_VAULTS')], ['SELL_NO_VAULTS'])).toHaveLength(
      1,
    );
    const quoting = page("'No active vaults': stake.", 'codes: SELL_NO_VAULTS');
    expect(unexplained([quoting], ['SELL_NO_VAULTS'])).toEqual([]);
  });

  test('part a message where its context stands', () => {
    const quoting = page("'Maximum withdrawable: … LMT (50% of vault)'", 'codes: WITHDRAWAL_LIMIT');
    expect(unexplained([quoting], ['WITHDRAWAL_LIMIT'])).toEqual([]);
    const cut = page("'Maximum withdrawable'", 'codes: WITHDRAWAL_LIMIT');
    expect(unexplained([cut], ['WITHDRAWAL_LIMIT'])).toHaveLength(1);
  });

  test('find a code that does not exist', () => {
    expect(unknownCodes([page('Text.', 'codes: NO_SUCH')], CODES)).toHaveLength(1);
  });

  test.each(['**bold**', '`code`', '<b>', '[a](b)', '# A', 'https://a.example'])(
    'find %s',
    (text) => {
      expect(markedUp([page(`Text ${text}`)])).toHaveLength(1);
    },
  );

  test('find a page that lists too many ways of asking', () => {
    const asks = (count: number) => `${'? how\n'.repeat(count)}\nText.`;
    expect(talkativePages([page(asks(21)), page(asks(20))])).toHaveLength(1);
  });

  test('find an answer that is too long', () => {
    expect(longPassages([page('word '.repeat(300))])).toHaveLength(1);
  });
});
