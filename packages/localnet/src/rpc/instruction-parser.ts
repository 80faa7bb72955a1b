import type { Json } from '../bytes/json.ts';

/** An instruction's name and arguments; null where the parser does not know it. */
export type Parsed = { readonly type: string; readonly info: Json } | null;

/** Reads an instruction of one program, its accounts given as addresses. */
export type InstructionParser = (data: Buffer, accounts: readonly string[]) => Parsed;
