import { encodeBase58 } from '../bytes/base58.ts';
import type { Json } from '../bytes/json.ts';
import { ASSOCIATED_TOKEN, MEMO_V1, MEMO_V3, SYSTEM, TOKEN, TOKEN_2022 } from '../programs.ts';
import { keyText } from '../bytes/key.ts';
import type { InstructionParser, Parsed } from './instruction-parser.ts';
import { parseSystem } from './parse-system.ts';
import { parseToken } from './parse-token.ts';

export interface CalledInstruction {
  readonly program: number;
  readonly accounts: Iterable<number>;
  readonly data: Buffer;
  readonly stackHeight: number;
}

function parseAssociated(
  data: Buffer,
  [source, account, wallet, mint, systemProgram, tokenProgram]: readonly string[],
): Parsed {
  const type = data.length === 0 || data[0] === 0 ? 'create' : 'createIdempotent';
  if (tokenProgram === undefined || (data[0] ?? 0) > 1) return null;
  return { type, info: { source, account, wallet, mint, systemProgram, tokenProgram } as Json };
}

const PARSERS: ReadonlyMap<string, readonly [string, InstructionParser]> = new Map([
  [keyText(SYSTEM), ['system', parseSystem]],
  [keyText(TOKEN), ['spl-token', parseToken]],
  [keyText(TOKEN_2022), ['spl-token-2022', parseToken]],
  [keyText(ASSOCIATED_TOKEN), ['spl-associated-token-account', parseAssociated]],
]);
const MEMOS: ReadonlySet<string> = new Set([keyText(MEMO_V1), keyText(MEMO_V3)]);

/** Encodes an instruction for jsonParsed: parsed if its program is known, otherwise with addresses and raw data. */
export function parseInstruction(called: CalledInstruction, keys: readonly string[]): Json {
  const { data, stackHeight } = called;
  const programId = keys[called.program] ?? '';
  const accounts = Array.from(called.accounts, (index) => keys[index] ?? '');
  if (MEMOS.has(programId)) {
    return { parsed: data.toString('utf8'), program: 'spl-memo', programId, stackHeight };
  }
  const [program, parser] = PARSERS.get(programId) ?? [];
  const parsed = parser?.(data, accounts) ?? null;
  if (parsed !== null && program !== undefined) return { parsed, program, programId, stackHeight };
  return { accounts, data: encodeBase58(data), programId, stackHeight };
}
