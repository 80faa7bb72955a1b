/** Words that denote the operator, also as the beginning of a longer word, such as 'administrator'. */
const RESERVED = /(?<![a-z])(?:imt)?(?:owner|admin|treasury|support)/;

/** Pairs of a letter and the Latin letter that it looks or sounds like: Cyrillic, Greek, and small capitals. */
const LETTER_PAIRS =
  'аaеeоoсcуyхxѕsіiїiјjԁdдdԝwмmнnпnиiтtгrцuρpрpвbкk' +
  'αaεeοoωwηnιiμmδdτtυuκk' +
  'ᴀaᴅdᴇeɪiᴍmɴnᴏoᴘpʀrꜱsᴛtᴜuᴡwʏyıiøođd';
/** Pairs of a sign and the letter that it replaces. L counts as I, which looks alike; no reserved word has an L. */
const SIGN_PAIRS = '0o1i3e4a5s7t@a$s!i|i';

const pairs = (text: string): ReadonlyMap<string, string> =>
  new Map(Array.from(text.matchAll(/(.)(.)/gsu), ([, from = '', to = '']) => [from, to]));
const LETTERS = pairs(LETTER_PAIRS);
const SIGNS = pairs(SIGN_PAIRS);

const mapped = (text: string, table: ReadonlyMap<string, string>): string =>
  Array.from(text, (character) => table.get(character) ?? character).join('');

/** Converts a text to lower-case Latin letters without accents, with L as I. */
function folded(text: string): string {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return mapped(plain, LETTERS).replaceAll('l', 'i');
}

/**
 * True if a name contains a word that denotes the operator, in any spelling.
 *
 * @example isReservedName('LMT 0wner') // true
 * @example isReservedName('Downer') // false
 */
export function isReservedName(name: string): boolean {
  const words = name.replaceAll(/(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, ' ');
  const spelled = mapped(name, SIGNS).replaceAll(/[^\p{L}]/gu, '');
  return [name, words, spelled]
    .map(folded)
    .some((text) => RESERVED.test(text) || RESERVED.test(mapped(text, SIGNS)));
}
