import { type Code, type Refusal, CODES, messageOf } from '#domain/base/errors';

/** A context whose fields are all the same mark, so that a message can be parted at them. */
const MARK = '\u0001';
const CONTEXT: object = new Proxy({}, { get: (_, name) => (name === 'issues' ? [MARK] : MARK) });

/** What every message of a code holds, whatever its context. */
export function fixedParts(code: Code): string[] {
  const message = messageOf({ code, context: CONTEXT } as Refusal);
  return message
    .split(MARK)
    .map((part) => part.trim())
    .filter((part) => part.length > 1);
}

/** Those codes of a page whose message a text of it quotes. */
export function codesQuotedIn(text: string, codes: readonly string[]): Code[] {
  return CODES.filter(
    (code) => codes.includes(code) && fixedParts(code).every((part) => text.includes(part)),
  );
}
