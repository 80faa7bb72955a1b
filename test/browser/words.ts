import { type Locator, expect } from '@playwright/test';

/** What can be read of a part of the page, names of its controls and regions included. */
async function readable(part: Locator): Promise<string> {
  const named = await part
    .locator('button, a, [aria-label]')
    .evaluateAll((all) =>
      all.map((one) => `${one.getAttribute('aria-label') ?? ''} ${one.textContent}`).join('\n'),
    );
  return `${await part.innerText()}\n${named}`;
}

/** Waits until a part of the page has all of these. */
export async function expectWords(
  part: Locator,
  words: readonly (string | RegExp)[],
): Promise<void> {
  await expect.poll(async () => missing(await readable(part), words)).toEqual([]);
}

/** Those that a screen lacks; letters' case is a matter of style. */
function missing(shown: string, words: readonly (string | RegExp)[]): string[] {
  const has = (word: string | RegExp): boolean =>
    typeof word === 'string'
      ? shown.toLowerCase().includes(word.toLowerCase())
      : new RegExp(word, 'i').test(shown);
  return words.filter((word) => !has(word)).map(String);
}
