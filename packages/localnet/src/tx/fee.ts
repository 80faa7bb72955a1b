import { BUILTINS, COMPUTE_BUDGET, PRECOMPILES } from '../programs.ts';
import type { Message } from './parse.ts';

const LAMPORTS_PER_SIGNATURE = 5_000n;
const MICRO_LAMPORTS = 1_000_000n;
const MAX_UNITS = 1_400_000n;
const BUILTIN_UNITS = 3_000n;
const PROGRAM_UNITS = 200_000n;
const SET_UNIT_LIMIT = 2;
const SET_UNIT_PRICE = 3;

/** Returns the fee in lamports: 5,000 per signature plus the priority fee, rounded up. */
export function feeOf(message: Message): bigint {
  let signatures = BigInt(message.requiredSignatures);
  let defaultUnits = 0n;
  let units: bigint | null = null;
  let microLamportsPerUnit = 0n;
  for (const { program, data } of message.instructions) {
    const id = message.staticKeys[program];
    if (id === undefined) continue;
    if (PRECOMPILES.has(id)) signatures += BigInt(data[0] ?? 0);
    defaultUnits += BUILTINS.has(id) ? BUILTIN_UNITS : PROGRAM_UNITS;
    if (id !== COMPUTE_BUDGET) continue;
    if (data[0] === SET_UNIT_LIMIT && data.length >= 5) units = BigInt(data.readUInt32LE(1));
    if (data[0] === SET_UNIT_PRICE && data.length >= 9)
      microLamportsPerUnit = data.readBigUInt64LE(1);
  }
  const base = signatures * LAMPORTS_PER_SIGNATURE;
  if (message.config !== null) return base + message.config.priorityFeeLamports;
  const asked = units ?? defaultUnits;
  const charged = asked < MAX_UNITS ? asked : MAX_UNITS;
  const priority = (charged * microLamportsPerUnit + MICRO_LAMPORTS - 1n) / MICRO_LAMPORTS;
  return base + priority;
}
