import type { Json } from '../bytes/json.ts';

/** Name and arguments of an instruction; null if unknown. */
export type Parsed = { readonly type: string; readonly info: Json } | null;

/** Parses an instruction of one program. `accounts` are addresses. */
export type InstructionParser = (data: Buffer, accounts: readonly string[]) => Parsed;
