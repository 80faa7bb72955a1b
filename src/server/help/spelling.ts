/** A word this short is taken as it is written. */
const LENGTH_MIN = 4;

/** Slips that a word of some length may hold: one, in a long word two. */
const slipsMax = (word: string): number => (word.length >= 8 ? 2 : 1);

/**
 * The known word that was probably meant: with the same first letter, nearest by slips (a letter
 * missing, too many, wrong, or two swapped), of equals the more common; null where none is near.
 */
export function meantBy(word: string, known: ReadonlyMap<string, number>): string | null {
  if (word.length < LENGTH_MIN || /\d/.test(word)) return null;
  let best: { word: string; slips: number; count: number } | null = null;
  for (const [candidate, count] of known) {
    if (candidate[0] !== word[0] || candidate.length < LENGTH_MIN) continue;
    const most = Math.min(slipsMax(word), slipsMax(candidate));
    if (Math.abs(candidate.length - word.length) > most) continue;
    const slips = slipsBetween(word, candidate);
    if (slips > most || (word.length === LENGTH_MIN && isOtherWord(word, candidate))) continue;
    if (!best || slips < best.slips || (slips === best.slips && count > best.count)) {
      best = { word: candidate, slips, count };
    }
  }
  return best?.word ?? null;
}

/** Four letters that are not the same four are another word as a rule: 'gold' is not 'hold'. */
const isOtherWord = (a: string, b: string): boolean =>
  a.split('').sort().join('') !== b.split('').sort().join('');

/** Letters that are mistaken for each other; another in their place makes another word as a rule. */
const ALIKE = ['aeiouy', 'cksxz', 'mn', 'dt', 'gj', 'bpvfw', 'iy'];
const isAlike = (a = '', b = ''): boolean =>
  ALIKE.some((letters) => letters.includes(a) && letters.includes(b));

/** Optimal string alignment: insertions, deletions, swaps of neighbours and letters that sound alike, each 1. */
export function slipsBetween(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const differs = a[i - 1] === b[j - 1] ? 0 : isAlike(a[i - 1], b[j - 1]) ? 1 : 2;
      const options = [(last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + differs];
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        options.push((beforeLast[j - 2] ?? 0) + 1);
      }
      row.push(Math.min(...options));
    }
    [beforeLast, last] = [last, row];
  }
  return last[b.length] ?? 0;
}
