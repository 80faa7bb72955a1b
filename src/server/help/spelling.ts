import { bonesOf, type Known, soundOf } from './sounds.ts';
import { slipsBetween } from './slips.ts';
import { isEnglish } from './english.ts';
import { withoutShorthand } from './shorthand.ts';
import { stem } from './stem.ts';
import { isCore, isEmpty, isEveryday, termOf } from './words.ts';

/** How far a word may be from what was meant, by its length; a longer one as the last. */
const FAR_MAX = [0, 0, 0, 0.62, 0.95, 1.2, 1.35, 1.6, 1.8];
/** What it makes up for that a word is common, per doubling of how often it stands. */
const COMMON = 0.045;
/** What it costs that a word only sounds like another. */
const SOUNDS = 0.3;
/** What it costs that a word has no vowel at all. */
const BONES = 0.6;
/** As wrong as two words without a blank between them. */
const RUN_TOGETHER = 0.75;
const TALK_COUNT = 2;
const JOINED_LENGTH_MIN = 5;
const LETTERS_APART_MAX = 5;
const LENGTHS_APART_MAX = 3;
/** How long both of two words that run together must be for one of them to be misspelt, too. */
const PART_LENGTH_MIN = 4;

/** A word that may have been meant, and how far it is. */
interface Meant {
  readonly word: string;
  readonly cost: number;
}

/** Two letters that are words. */
const SHORT = new Set(
  'an as at be by do go he if in is it me my no of on or so to up us we'.split(' '),
);

/** Puts right what is misspelt, by the words that are known and how common each is. */
export class Speller {
  readonly #known = new Map<string, Known>();
  readonly #stems = new Set<string>();

  /**
   * @param texts Whose words are known.
   * @param talk Words that are known beside them.
   */
  constructor(texts: Iterable<string>, talk: Iterable<string>) {
    const counts = new Map<string, number>();
    for (const word of talk) counts.set(word, TALK_COUNT);
    for (const text of texts) {
      for (const [word] of plain(text).matchAll(WORD)) {
        counts.set(word, (counts.get(word) ?? 0) + 1);
      }
    }
    for (const [word, count] of counts) {
      this.#stems.add(stem(word));
      if (word.length < 3) continue;
      const sound = soundOf(word);
      this.#known.set(word, {
        word,
        sound,
        bones: bonesOf(word),
        letters: lettersOf(sound),
        bonus: COMMON * Math.log2(count),
      });
    }
  }

  /** The text in small letters, each misspelt word as the known one that was probably meant. */
  mend(text: string): string {
    const parted = withoutShorthand(plain(text));
    return this.#joined(parted).replaceAll(WORD, (word) => this.#meantBy(word));
  }

  /** Whether a word is right as it is. */
  #isRight(word: string): boolean {
    return (
      word.length < 3 ||
      this.#known.has(word) ||
      isEmpty(word) ||
      isEveryday(word) ||
      isEnglish(word) ||
      (word.length > 4 && this.#stems.has(stem(word)))
    );
  }

  #meantBy(written: string): string {
    if (this.#isRight(written)) return written;
    const word = written.replaceAll(/(.)\1{2,}/g, '$1$1');
    const nearest = this.#nearest(word);
    const parted = this.#parted(word, nearest?.cost ?? Infinity, nearest === null);
    return parted ?? nearest?.word ?? written;
  }

  /** The known word that is nearest, common ones being nearer; null where none is near enough. */
  #nearest(word: string): Meant | null {
    const far = FAR_MAX[Math.min(word.length, FAR_MAX.length - 1)] ?? 0;
    const sound = soundOf(word);
    const letters = lettersOf(sound);
    const bones = bonesOf(word);
    const isBones = !/[aeiou]/.test(word);
    let best: Meant | null = null;
    for (const known of this.#known.values()) {
      if (Math.abs(known.word.length - word.length) > LENGTHS_APART_MAX) continue;
      if (bitsOf(known.letters ^ letters) > LETTERS_APART_MAX) continue;
      const asWritten = slipsBetween(word, known.word, far);
      const asHeard = SOUNDS + slipsBetween(sound, known.sound, far);
      const asBones = isBones && known.bones === bones ? BONES : Infinity;
      const slips = Math.min(asWritten, asHeard, asBones);
      const cost = slips - known.bonus;
      if (slips <= far && cost < (best?.cost ?? Infinity)) best = { word: known.word, cost };
    }
    return best;
  }

  /** Two words without a blank between them; null where a cheaper mistake explains it. */
  #parted(word: string, cost: number, maySlip: boolean): string | null {
    let best: Meant = { word: '', cost };
    for (let at = 2; at <= word.length - 2; at += 1) {
      const halves = [word.slice(0, at), word.slice(at)] as const;
      const exact = halves.map((half) => this.#part(half, false));
      const slips = maySlip && exact.some((part) => (part?.word.length ?? 0) >= PART_LENGTH_MIN);
      const [one, other] = halves.map((half, i) => exact[i] ?? this.#part(half, slips));
      // Two words of which neither is ours nor says nothing may well be one that nobody here knows.
      if (!one || !other || ![one.word, other.word].some(isOften)) continue;
      const own = RUN_TOGETHER + one.cost + other.cost;
      if (own < best.cost) best = { word: `${one.word} ${other.word}`, cost: own };
    }
    return best.word === '' ? null : best.word;
  }

  #part(part: string, maySlip: boolean): Meant | null {
    const whole = withoutShorthand(part);
    if (whole.length < 3) return SHORT.has(whole) ? { word: whole, cost: 0 } : null;
    const known = this.#known.get(whole);
    if (known) return { word: whole, cost: -known.bonus / 2 };
    return maySlip && part.length >= PART_LENGTH_MIN ? this.#nearest(part) : null;
  }

  /** Without the blank inside of a known word, where a part of it is none. */
  #joined(text: string): string {
    return text.replaceAll(
      /\b([a-z]{2,}) (?=([a-z]{2,})\b)/g,
      (pair, one: string, other: string) => {
        const whole = one + other;
        if (whole.length < JOINED_LENGTH_MIN || !this.#known.has(whole)) return pair;
        return this.#isWord(one) && this.#isWord(other) ? pair : one;
      },
    );
  }

  #isWord(word: string): boolean {
    return word.length < 3 ? SHORT.has(word) : this.#isRight(word);
  }
}

/** Whether a word of the product, or one that stands in every sentence. */
const isOften = (word: string): boolean => isEmpty(word) || isCore(termOf(word));

/** Not a part of what has digits, of a code, or of 'don't'. */
const WORD = /(?<![\p{L}\p{N}_]|[a-z]')[a-z]+(?![\p{L}\p{N}_]|'(?!s\b)[a-z])/gu;

const plain = (text: string): string =>
  text.normalize('NFKD').replaceAll(/\p{M}/gu, '').replaceAll('’', "'").toLowerCase();

/** Which letters a word has, a bit for each. */
function lettersOf(word: string): number {
  let bits = 0;
  for (let i = 0; i < word.length; i += 1) bits |= 1 << (word.charCodeAt(i) - 97);
  return bits;
}

function bitsOf(number: number): number {
  let left = number;
  let count = 0;
  for (; left !== 0; count += 1) left &= left - 1;
  return count;
}
