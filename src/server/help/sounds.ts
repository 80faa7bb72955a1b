/** A word as it is written and as it sounds. */
export interface Known {
  readonly word: string;
  readonly sound: string;
  /** Its consonants alone. */
  readonly bones: string;
  /** The letters of its sound, a bit for each. */
  readonly letters: number;
  /** What it makes up for that it is common. */
  readonly bonus: number;
}

/** What is written differently and sounds alike, in the order in which it is replaced. */
const ALIKE: readonly (readonly [RegExp, string])[] = [
  [/^kn/, 'n'],
  [/^wr/, 'r'],
  [/^wh/, 'w'],
  [/ph/g, 'f'],
  [/ght?/g, 't'],
  [/[tc]ion|shun|sion|tian/g, 'xn'],
  [/ck|q/g, 'k'],
  [/c(?=[eiy])/g, 's'],
  [/c(?!h)/g, 'k'],
  [/x(?!n)/g, 'ks'],
  [/z/g, 's'],
  [/th/g, 'd'],
  [/dge|dj/g, 'j'],
  [/au|aw|ou|ow|oa|oe/g, 'o'],
  [/ee|ea|ie|ei|ey/g, 'i'],
  [/ai|ay/g, 'e'],
  [/oo|ew|ue/g, 'u'],
  [/y/g, 'i'],
  [/(?<=.{2})e$/, ''],
  [/ed$/, 'd'],
  [/es$/, 's'],
  [/[aeiou]r/g, 'er'],
  [/(?<=.{3})[aeiou]l$/, 'l'],
  [/(.)\1+/g, '$1'],
];

/**
 * How a word sounds, roughly: what is often written for each other is one.
 *
 * @example soundOf('phantom') // 'fantom'
 */
export const soundOf = (word: string): string =>
  ALIKE.reduce((sound, [from, to]) => sound.replace(from, to), word);

/**
 * The consonants of a word, which is how some write.
 *
 * @example bonesOf('wallet') // 'wlt'
 */
export const bonesOf = (word: string): string =>
  word.replaceAll(/(?<!^)[aeiou]/g, '').replaceAll(/(.)\1+/g, '$1');
