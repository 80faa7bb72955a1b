/** What each kind of slip costs. */
const SWAPPED = 0.6;
const DOUBLED = 0.4;
const VOWEL_MISSING = 0.55;
const LETTER_MISSING = 0.85;
const LETTER_MORE = 0.9;
const VOWEL_WRONG = 0.6;
const SOUND_WRONG = 0.7;
const KEY_WRONG = 0.8;
const LETTER_WRONG = 1.15;
/** What it costs on top that the first letter is not right, which is seldom. */
const FIRST = 0.35;

const VOWELS = 'aeiouy';
/** Letters that are mistaken for each other. */
const SOUNDS = ['ckqsxz', 'mn', 'dt', 'gj', 'bpvfw'];
const ROWS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'];

/** What it costs that one letter was written for another, by their codes. */
const WRONG = (() => {
  const table = new Float32Array(128 * 128).fill(LETTER_WRONG);
  const put = (a: string, b: string, cost: number): void => {
    for (const at of [pair(a, b), pair(b, a)]) table[at] = Math.min(table[at] ?? cost, cost);
  };
  const each = (letters: string, cost: number): void => {
    for (const a of letters) for (const b of letters) put(a, b, cost);
  };
  for (const row of ROWS) {
    for (let i = 1; i < row.length; i += 1) put(row[i - 1] ?? '', row[i] ?? '', KEY_WRONG);
  }
  for (const letters of SOUNDS) each(letters, SOUND_WRONG);
  each(VOWELS, VOWEL_WRONG);
  for (let code = 0; code < 128; code += 1) table[code * 128 + code] = 0;
  return table;
})();

function pair(a: string, b: string): number {
  return a.charCodeAt(0) * 128 + b.charCodeAt(0);
}

const IS_VOWEL = new Uint8Array(128);
for (const vowel of 'aeiou') IS_VOWEL[vowel.charCodeAt(0)] = 1;

const SIZE = 40;
let beforeLast = new Float32Array(SIZE);
let last = new Float32Array(SIZE);
let row = new Float32Array(SIZE);

/**
 * How far what was written is from what may have been meant: the least that letters missing, too many,
 * wrong or swapped cost together; Infinity where it is more than so far.
 */
export function slipsBetween(written: string, meant: string, far = Infinity): number {
  if (written.length >= SIZE || meant.length >= SIZE) return Infinity;
  last[0] = 0;
  for (let j = 1; j <= meant.length; j += 1) last[j] = (last[j - 1] ?? 0) + missing(meant, j);
  for (let i = 1; i <= written.length; i += 1) {
    const code = written.charCodeAt(i - 1);
    const before = written.charCodeAt(i - 2);
    const more = code === before ? DOUBLED : i === 1 ? LETTER_MORE + FIRST : LETTER_MORE;
    row[0] = (last[0] ?? 0) + more;
    let least = row[0];
    for (let j = 1; j <= meant.length; j += 1) {
      const other = meant.charCodeAt(j - 1);
      const first = i === 1 && j === 1 && code !== other ? FIRST : 0;
      let cost = (last[j - 1] ?? 0) + (WRONG[code * 128 + other] ?? LETTER_WRONG) + first;
      cost = Math.min(cost, (last[j] ?? 0) + more, (row[j - 1] ?? 0) + missing(meant, j));
      if (i > 1 && j > 1 && code === meant.charCodeAt(j - 2) && before === other) {
        cost = Math.min(cost, (beforeLast[j - 2] ?? 0) + (code === other ? 0 : SWAPPED));
      }
      row[j] = cost;
      if (cost < least) least = cost;
    }
    if (least > far + SWAPPED) return Infinity;
    [beforeLast, last, row] = [last, row, beforeLast];
  }
  return last[meant.length] ?? Infinity;
}

/** What it costs that the letter at a place, from 1, is missing. */
function missing(meant: string, at: number): number {
  const code = meant.charCodeAt(at - 1);
  if (at === 1) return LETTER_MISSING + FIRST;
  if (code === meant.charCodeAt(at - 2)) return DOUBLED;
  return IS_VOWEL[code] === 1 ? VOWEL_MISSING : LETTER_MISSING;
}
