import { stemsOf } from './spelling.ts';

/** Words that ask for a subject without naming it, such as "what is the …" and "how do I …". */
const ASKING = stems(
  'what whats is are the a an my your our this tell me about explain define meaning of mean means ' +
    'how do does can could may might will would should am able to i you we one it use work works with ' +
    'on from in for at when there have has much many high big large long now current today exactly ' +
    'please hi hello ok so and support supported cost costs get need want know',
);
/** Words that add nothing to a subject, unless they are the subject. */
const FILLING = stems('LMT token tokens coin coins');

function stems(words: string): ReadonlySet<string> {
  return new Set(stemsOf(words));
}

/**
 * The subject of a plain question in a comparable form: its stems without the words that only ask, in
 * alphabetical order. Empty if nothing else was said.
 *
 * @example subjectOf('What is the fee for staking?') === subjectOf('staking fee')
 */
export function subjectOf(text: string): string {
  const named = [...new Set(stemsOf(text))].filter((stem) => !ASKING.has(stem)).toSorted();
  const own = named.filter((stem) => !FILLING.has(stem));
  return (own.length > 0 ? own : named).join(' ');
}
