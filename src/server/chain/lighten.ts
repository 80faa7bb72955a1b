import { type Json, arrayAt, objectAt } from './shape.ts';

/** Programs whose instructions are looked into: System, Token, Token-2022 and the memo programs. */
const READ: ReadonlySet<string> = new Set([
  '11111111111111111111111111111111',
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
  'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo',
]);
/** Longer than any transfer, batch or memo that means anything here. */
const CHARACTERS_MAX = 2_000;

/**
 * A transaction's meta without the inner instructions' data, which is never read. It is base58, which
 * takes quadratic time to decode: a few hundred kilobytes of it would hold a server up for half a minute.
 */
export function lighten(meta: Json, keys: readonly string[]): Json {
  const groups = meta['innerInstructions'];
  if (groups === null || groups === undefined) return meta;
  return {
    ...meta,
    innerInstructions: arrayAt(groups, 'innerInstructions').map((group) => {
      const { instructions, ...rest } = objectAt(group, 'innerInstructions');
      return {
        ...rest,
        instructions: arrayAt(instructions, 'instructions').map((inner) => {
          const instruction = objectAt(inner, 'instruction');
          return isRead(instruction, keys) ? instruction : { ...instruction, data: '' };
        }),
      };
    }),
  };
}

function isRead({ data, programIdIndex }: Json, keys: readonly string[]): boolean {
  const program = typeof programIdIndex === 'number' ? keys[programIdIndex] : undefined;
  if (program === undefined || !READ.has(program)) return false;
  return typeof data === 'string' && data.length <= CHARACTERS_MAX;
}
