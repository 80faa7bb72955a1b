import { type Result, ok, refuse } from '../base/result.ts';

const CHARACTERS_MAX = 50;
/** Characters that a reader cannot see in a name: controls, directions, joiners, line breaks. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]/u;
/** As long as the shortest wallet address. */
const ADDRESS_LIKE = /[1-9A-HJ-NP-Za-km-z]{32,}/;

/**
 * A name as it is kept: in one normal form, so that no two look alike by their code alone, without
 * characters that cannot be seen, and nothing that could be taken for a wallet.
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
  if (ADDRESS_LIKE.test(name)) return 'looks like a wallet address';
  return null;
}
