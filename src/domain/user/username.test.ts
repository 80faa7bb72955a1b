import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contextOf } from '#test/domain/builders';
import { readUsername } from './username.ts';

const WALLET = '4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJziofM';

test.each([
  ['Ada', 'Ada'],
  ['  Ada  ', 'Ada'],
  ['Ａｄａ', 'Ada'],
  ['Zoe\u0308', 'Zoë'],
  ['User4uQeVj5t', 'User4uQeVj5t'],
  ['Ada 😀', 'Ada 😀'],
  [WALLET.slice(0, 31), WALLET.slice(0, 31)],
  ['ab '.repeat(16) + 'ab', 'ab '.repeat(16) + 'ab'],
])('%j is kept as %j', (text, kept) => {
  expect(readUsername(text)).toEqual({ ok: true, value: kept });
});

test.each([
  ['nothing', '   '],
  ['too long', 'a '.repeat(26)],
  ['a wallet', WALLET],
  ['a wallet in other letters', WALLET.replace('u', 'ｕ')],
  ['a wallet among words', `me (${WALLET})`],
  ['as long as the shortest wallet', WALLET.slice(0, 32)],
  ['a direction', 'Ada\u202e'],
  ['an isolate', 'A\u2066da'],
  ['no width', 'A\u200bda'],
  ['a control', 'A\u0007da'],
  ['two lines', 'A\u2028da'],
])('%s is refused', (_, text) => {
  expect(readUsername(text)).toMatchObject({ ok: false, refusal: { code: 'MALFORMED' } });
});

test.each([
  ['', 'must not be empty'],
  [`${'ab '.repeat(16)}abc`, 'has at most 50 characters'],
  ['A\u200bda', 'holds a character that cannot be seen'],
  [WALLET, 'looks like a wallet address'],
])('%j is told why', (text, issue) => {
  expect(contextOf(readUsername(text))).toEqual({ issues: [`username: ${issue}`] });
});

test('what is kept is kept again as it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
      const read = readUsername(text);
      if (read.ok) expect(readUsername(read.value)).toEqual(read);
    }),
  );
});
