import { expect, test } from 'vitest';
import { featuresOf } from './features.ts';
import { Intents } from './intents.ts';

const TEXTS: readonly (readonly string[])[] = [
  ['how do I sell my tokens', 'cash out', 'sell everything', 'when may I sell'],
  ['how do I connect a wallet', 'link phantom', 'where is the login', 'sign in'],
  ['recipe for bread', 'weather in Rome', 'tell me a joke'],
];
const examples = TEXTS.flatMap((texts, label) =>
  texts.map((text) => ({ features: featuresOf(text), label, weight: 1 })),
);
const likelihoods = (text: string): number[] => {
  const intents = new Intents(examples, TEXTS.length);
  for (const learning = intents.learning(); !learning.next().done;);
  return [...intents.likelihoods(featuresOf(text))];
};

test.each([
  ['may I sell my wallet', 0],
  ['offload all of it', 0],
  ['hook up solflare', 1],
  ['a joke about the weather', 2],
])('%s belongs to class %s', (text, label) => {
  const all = likelihoods(text);
  expect(all.indexOf(Math.max(...all))).toBe(label);
});

test('likelihoods add up to 1, and are the same each time', () => {
  const all = likelihoods('sell bread');
  expect(all.reduce((sum, one) => sum + one, 0)).toBeCloseTo(1, 5);
  expect(likelihoods('sell bread')).toEqual(all);
});

test('of a text that says nothing known, no class is likelier than another', () => {
  for (const one of likelihoods('xyzzy')) expect(one).toBeCloseTo(1 / TEXTS.length, 5);
});
