import { type Result, ok, refuse } from '../base/result.ts';
import { isReservedName } from './reserved-name.ts';

const CHARACTERS_MAX = 50;
/** Characters that a reader cannot see: controls, directions, joiners, line breaks, fillers, the braille blank. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;
/** 20 characters of base 58: about half of a wallet address. */
const ADDRESS_LIKE = /[1-9A-HJ-NP-Za-km-z]{20,}/;
/** A wallet as screens abbreviate it, such as `DVv9...Y3NW`; NFKC has made three dots of an ellipsis. */
const ABBREVIATED = /[1-9A-HJ-NP-Za-km-z]{3}\s*(?:[.·•∙⋅]{2,}|⋯)\s*[1-9A-HJ-NP-Za-km-z]{3}/;

/** Scripts that a name may use but not mix. */
const UNMIXED_SCRIPTS =
  'Arabic Armenian Bengali Cyrillic Devanagari Ethiopic Georgian Greek Gujarati Gurmukhi Hebrew ' +
  'Kannada Khmer Lao Malayalam Myanmar Oriya Sinhala Tamil Telugu Thaana Thai Tibetan';
/** All allowed scripts, with the usual combinations: Unicode's 'highly restrictive' level. */
const SCRIPTS = [
  'Latin Han Hiragana Katakana',
  'Latin Han Bopomofo',
  'Latin Han Hangul',
  ...UNMIXED_SCRIPTS.split(' '),
];
/** Pattern of each script or combination, for names whose letters all belong to it. */
const WRITTEN_IN = SCRIPTS.map((scripts) => {
  const letters = scripts.split(' ').map((script) => `\\p{Script_Extensions=${script}}`);
  return new RegExp(`^[${letters.join('')}\\p{Script=Common}\\P{L}]*$`, 'u');
});
/** Default user name: `User` and the first characters of the wallet. */
const MADE_BY_SERVER = /^User[1-9A-HJ-NP-Za-km-z]{8}$/;

/**
 * Normalizes a user's name (NFKC). Refuses what could be taken for a wallet, for another name or for the
 * operator: invisible characters, mixed scripts, abbreviated wallets, reserved words.
 *
 * @example readUsername('Ａda ') // ok 'Ada'
 */
export function readUsername(text: string): Result<string> {
  const name = text.normalize('NFKC').trim();
  const wrong = issueOf(name);
  return wrong === null ? ok(name) : refuse('MALFORMED', { issues: [`username: ${wrong}`] });
}

function issueOf(name: string): string | null {
  if (name === '') return 'must not be empty';
  if (name.length > CHARACTERS_MAX) return `has at most ${CHARACTERS_MAX} characters`;
  if (UNSEEN.test(name)) return 'holds a character that cannot be seen';
  if (ADDRESS_LIKE.test(name) || ABBREVIATED.test(name)) return 'looks like a wallet address';
  if (!WRITTEN_IN.some((script) => script.test(name))) {
    return 'has letters of several scripts, or of a rare one';
  }
  if (isReservedName(name) && !MADE_BY_SERVER.test(name)) {
    return 'must not use the words owner, admin, treasury and support';
  }
  return null;
}
