import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
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
  [WALLET.slice(0, 19), WALLET.slice(0, 19)],
  ['ab '.repeat(16) + 'ab', 'ab '.repeat(16) + 'ab'],
])('normalizes the username %j to %j', (text, kept) => {
  expect(readUsername(text)).toEqual({ ok: true, value: kept });
});

test.each([
  ['an empty name', '   '],
  ['a name of 51 characters', 'a '.repeat(26)],
  ['a wallet', WALLET],
  ['a wallet in other letters', WALLET.replace('u', 'ｕ')],
  ['a wallet among words', `me (${WALLET})`],
  ['20 characters of a wallet', WALLET.slice(0, 20)],
  ['a direction override', 'Ada\u202e'],
  ['a direction isolate', 'A\u2066da'],
  ['a zero-width character', 'A\u200bda'],
  ['a control character', 'A\u0007da'],
  ['a line separator', 'A\u2028da'],
])('refuses %s as username', (_, text) => {
  expect(readUsername(text)).toMatchObject({ ok: false, refusal: { code: 'MALFORMED' } });
});

test.each([
  ['', 'must not be empty'],
  [`${'ab '.repeat(16)}abc`, 'has at most 50 characters'],
  ['A\u200bda', 'holds a character that cannot be seen'],
  [WALLET, 'looks like a wallet address'],
])('explains why it refuses the username %j', (text, issue) => {
  expect(contextOf(readUsername(text))).toEqual({ issues: [`username: ${issue}`] });
});

test('leaves a normalized username unchanged', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
      const read = readUsername(text);
      if (read.ok) expect(readUsername(read.value)).toEqual(read);
    }),
  );
});

/** Default user name. */
const madeName = (wallet: string): string => `User${wallet.slice(0, 8)}`;

test('accepts every name that the server makes, whatever the address spells', () => {
  const wallets = [WALLET, 'AdminXYZ', 'ownerXYZ', 'SupportX', 'Treasury', '1Admin23'];
  for (const wallet of wallets) {
    expect(readUsername(madeName(wallet))).toEqual({ ok: true, value: madeName(wallet) });
  }
});

describe('an abbreviated wallet as username', () => {
  test.each([
    'DVv9...Y3NW',
    'DVv9…Y3NW',
    'DVv9..Y3NW',
    'DVv9....Y3NW',
    'DVv9 ... Y3NW',
    'DVv9‥Y3NW',
    'DVv9⋯Y3NW',
    'DVv9···Y3NW',
    'pay DVv9qm...8Y3NW now',
    'ＤＶｖ９...Ｙ３ＮＷ',
  ])('%j is refused', (text) => {
    expect(contextOf(readUsername(text))).toEqual({
      issues: ['username: looks like a wallet address'],
    });
  });

  test.each(['Dr. Ada', 'A. B. Lovelace', 'Ada...', '... Ada', 'J.R.R. Tolkien', 'ada.lovelace'])(
    'is not seen in %j',
    (text) => {
      expect(readUsername(text)).toMatchObject({ ok: true });
    },
  );
});

test.each([
  ['a Hangul filler', 'ㅤ'],
  ['a Hangul filler among letters', 'Aㅤda'],
  ['a halfwidth Hangul filler', 'Aﾠda'],
  ['a combining grapheme joiner', 'A͏da'],
  ['a variation selector', 'Ada️'],
  ['a soft hyphen', 'A­da'],
  ['a Mongolian vowel separator', 'A᠎da'],
  ['a braille blank', '⠀'],
])('refuses a username with %s, which cannot be seen', (_, text) => {
  expect(contextOf(readUsername(text))).toEqual({
    issues: ['username: holds a character that cannot be seen'],
  });
});

describe('a username with scripts', () => {
  test.each([
    ['Latin and Cyrillic', 'Аda'],
    ['Latin and Greek', 'Αda'],
    ['Latin and Armenian', 'Adոra'],
    ['Cyrillic and Greek', 'Бορис'],
    ['Hangul and Hiragana', '한あ'],
    ['Latin and Cherokee', 'ᎪdᎪ'],
    ['Lisu, whose letters look like Latin ones', 'ꓮꓓꓮ'],
  ])('refuses %s', (_, text) => {
    expect(contextOf(readUsername(text))).toEqual({
      issues: ['username: has letters of several scripts, or of a rare one'],
    });
  });

  test.each([
    'Zoë Ångström',
    'Борис',
    'Ελένη',
    'محمد 7',
    'राज',
    '田中 Tanaka',
    'たなか・タロー',
    '김 Kim',
    'შოთა',
    'İbrahim',
    'Ada ☃ 😀',
    '100% =1+1',
  ])('accepts %j', (text) => {
    expect(readUsername(text)).toMatchObject({ ok: true });
  });
});

describe('a reserved word in a username', () => {
  test.each([
    'Owner',
    'owner',
    'OWNER',
    'LMT Owner',
    'the owners',
    'Admin',
    'admin123',
    'Administrator',
    'Treasury',
    'LMT-Treasury',
    'Support',
    'LMT Support Team',
    'lmtsupport',
    'TeamSupport',
    'LMTSupport',
    'o w n e r',
    'S.u.p.p.o.r.t',
    'oWnEr',
    'Ｏｗｎｅｒ',
    '𝐀𝐝𝐦𝐢𝐧',
    'ówner',
    'ᴏᴡɴᴇʀ',
    'adm1n',
    '0wner',
    'Admln',
    '1admin',
    '$upport',
    'аԁмін',
    'админ',
    'UserAdmin',
    'UserSupport12',
  ])('%j is refused', (text) => {
    expect(contextOf(readUsername(text))).toEqual({
      issues: ['username: must not use the words owner, admin, treasury and support'],
    });
  });

  test.each(['Downer', 'Townerson', 'Badminton Fan', 'Mad Mina', 'Insupportable', 'Ada'])(
    'is not seen in %j',
    (text) => {
      expect(readUsername(text)).toMatchObject({ ok: true });
    },
  );
});
