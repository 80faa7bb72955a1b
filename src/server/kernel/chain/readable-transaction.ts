import { WALLET_PROGRAMS } from '../base/wallet-programs.ts';
import { type Json, ShapeError, arrayAt, objectAt } from '../rpc/json-shape.ts';

const TOKEN_PROGRAMS: readonly string[] = [
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
];
/** Programs whose instructions are decoded: System, Token, Token-2022 and the memo programs. */
const DECODED: ReadonlySet<string> = new Set([
  '11111111111111111111111111111111',
  ...TOKEN_PROGRAMS,
  'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo',
]);
/**
 * Programs whose inner instructions transfer nothing but the rent of a new account. The last one creates token
 * accounts.
 */
const WITHOUT_INNER_TRANSFERS: ReadonlySet<string> = new Set([
  ...DECODED,
  ...WALLET_PROGRAMS,
  'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
]);
/** Longer than any relevant transfer, batch or memo. */
const CHARACTERS_MAX = 2_000;

/**
 * Throws if a node did not record inner instructions or token balances that are needed to find payments. An empty list
 * is recorded; a missing list or null is not. `programs` are those of the known instructions.
 */
export function checkRecorded(
  meta: Json,
  { keys, programs }: { readonly keys: readonly string[]; readonly programs: readonly string[] },
): void {
  const isMissing = (list: string): boolean => (meta[list] ?? null) === null;
  if (
    isMissing('innerInstructions') &&
    !programs.every((program) => WITHOUT_INNER_TRANSFERS.has(program))
  ) {
    throw new ShapeError('innerInstructions');
  }
  const namesTokens = TOKEN_PROGRAMS.some((program) => keys.includes(program));
  if (namesTokens && (isMissing('preTokenBalances') || isMissing('postTokenBalances'))) {
    throw new ShapeError('tokenBalances');
  }
}

/**
 * Removes data of inner instructions that is never read, because decoding base58 takes quadratic time: a few hundred
 * kilobytes would block the server for half a minute.
 */
export function withoutUnreadData(meta: Json, keys: readonly string[]): Json {
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
  if (program === undefined || !DECODED.has(program)) return false;
  return typeof data === 'string' && data.length <= CHARACTERS_MAX;
}
