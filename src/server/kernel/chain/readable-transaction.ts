import { WALLET_PROGRAMS } from '../base/wallet-programs.ts';
import { type Json, ShapeError, arrayAt, objectAt } from '../rpc/shape.ts';

const TOKEN_PROGRAMS: readonly string[] = [
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
];
/** Programs whose instructions are looked into: System, Token, Token-2022 and the memo programs. */
const READ: ReadonlySet<string> = new Set([
  '11111111111111111111111111111111',
  ...TOKEN_PROGRAMS,
  'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo',
]);
/** Programs that have no other one pay for anything but the rent of an account: the last makes token accounts. */
const ALONE: ReadonlySet<string> = new Set([
  ...READ,
  ...WALLET_PROGRAMS,
  'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
]);
/** Longer than any transfer, batch or memo that means anything here. */
const CHARACTERS_MAX = 2_000;

/**
 * Throws where a node did not record what tells who paid whom: it leaves out, or gives as null, what is an
 * empty list where there was nothing. `programs` are those of the known instructions.
 */
export function checkRecorded(
  meta: Json,
  { keys, programs }: { readonly keys: readonly string[]; readonly programs: readonly string[] },
): void {
  const isMissing = (list: string): boolean => (meta[list] ?? null) === null;
  if (isMissing('innerInstructions') && !programs.every((program) => ALONE.has(program))) {
    throw new ShapeError('innerInstructions');
  }
  const namesTokens = TOKEN_PROGRAMS.some((program) => keys.includes(program));
  if (namesTokens && (isMissing('preTokenBalances') || isMissing('postTokenBalances'))) {
    throw new ShapeError('tokenBalances');
  }
}

/**
 * A transaction's meta without the inner instructions' data, which is never read. It is base58, which
 * takes quadratic time to decode: a few hundred kilobytes of it would hold a server up for half a minute.
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
  if (program === undefined || !READ.has(program)) return false;
  return typeof data === 'string' && data.length <= CHARACTERS_MAX;
}
