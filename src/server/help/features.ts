import { conceptsOf, withoutSayings } from './concepts.ts';
import type { Features } from './intents.ts';
import { stem } from './stem.ts';
import { isEmpty, termOf, wordsOf } from './words.ts';

/** What each kind of feature counts beside a term. */
const AS_WRITTEN = 0.7;
const PAIR = 0.7;
const CONCEPT = 0.7;
const TOGETHER = 0.5;

/**
 * What a text says: its terms, its words as they are written, each pair of neighbours, the ideas that
 * its words stand for, and which of them it has together.
 */
export function featuresOf(text: string): Features {
  const features = new Map<string, number>();
  for (const word of wordsOf(text)) features.set(termOf(word), 1);
  const stems = everyWordOf(text.toLowerCase()).map(stem);
  stems.forEach((one, i) => {
    features.set(`=${one}`, AS_WRITTEN);
    if (i > 0) features.set(`${stems[i - 1]} ${one}`, PAIR);
  });
  const words = everyWordOf(withoutSayings(text));
  for (const idea of words.flatMap(conceptsOf)) features.set(`#${idea}`, CONCEPT);
  const ideas = words.filter((word) => !isEmpty(word)).map(ideaOf);
  const sorted = [...new Set(ideas)].toSorted();
  sorted.forEach((one, i) => {
    for (const other of sorted.slice(i + 1)) features.set(`${one}&${other}`, TOGETHER);
  });
  return features;
}

/** The first idea that a word stands for, or its term. */
const ideaOf = (word: string): string => conceptsOf(word)[0] ?? termOf(word);

const everyWordOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}|[’']/gu, '')
    .match(/[\p{L}\p{N}]+/gu) ?? [];
