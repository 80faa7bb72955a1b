import type { Reader } from '../bytes/reader.ts';
import type { Message } from './parse.ts';

/** Limits and fee in a version 1 message; older versions use compute budget instructions. */
export interface MessageConfig {
  readonly priorityFeeLamports: bigint;
  readonly heapBytes: number | null;
}

const PRIORITY_FEE = 0b11;
const UNIT_LIMIT = 0b100;
const DATA_LIMIT = 0b1000;
const HEAP_SIZE = 0b1_0000;
const KNOWN = PRIORITY_FEE | UNIT_LIMIT | DATA_LIMIT | HEAP_SIZE;

function readConfig(reader: Reader, mask: number): MessageConfig {
  const fee = mask & PRIORITY_FEE;
  if ((mask & ~KNOWN) !== 0 || (fee !== 0 && fee !== PRIORITY_FEE)) {
    throw new RangeError(`config mask ${mask}`);
  }
  const priorityFeeLamports = fee === 0 ? 0n : reader.u64();
  if ((mask & UNIT_LIMIT) !== 0) reader.u32();
  if ((mask & DATA_LIMIT) !== 0) reader.u32();
  return { priorityFeeLamports, heapBytes: (mask & HEAP_SIZE) === 0 ? null : reader.u32() };
}

/** Reads a version 1 message after its version byte, which is at `start`. */
export function readMessageV1(reader: Reader, start: number): Message {
  const requiredSignatures = reader.u8();
  const readonlySigned = reader.u8();
  const readonlyUnsigned = reader.u8();
  const mask = reader.u32();
  const blockhashAt = reader.at - start;
  const blockhash = reader.key();
  const instructionCount = reader.u8();
  const keyCount = reader.u8();
  const staticKeys = Array.from({ length: keyCount }, () => reader.key());
  const config = readConfig(reader, mask);
  const heads = Array.from({ length: instructionCount }, () => ({
    program: reader.u8(),
    accountCount: reader.u8(),
    dataBytes: reader.u16(),
  }));
  const instructions = heads.map(({ program, accountCount, dataBytes }) => ({
    program,
    accounts: reader.take(accountCount),
    data: reader.take(dataBytes),
  }));
  return {
    bytes: reader.bytes.subarray(start, reader.at),
    version: 1,
    requiredSignatures,
    readonlySigned,
    readonlyUnsigned,
    staticKeys,
    blockhash,
    blockhashAt,
    instructions,
    lookups: [],
    config,
  };
}

const SIGNATURES_MAX = 12;
const KEYS_MAX = 64;
const INSTRUCTIONS_MAX = 64;
const HEAP_BYTES_MIN = 32 * 1_024;
const HEAP_BYTES_MAX = 256 * 1_024;

/** Returns a violation of version 1's additional rules, or null. */
export function faultOfV1(message: Message): string | null {
  const { requiredSignatures, staticKeys, instructions, config } = message;
  if (requiredSignatures > SIGNATURES_MAX) return 'more than 12 signatures';
  if (staticKeys.length > KEYS_MAX) return 'more than 64 keys';
  if (new Set(staticKeys).size < staticKeys.length) return 'a key twice';
  if (instructions.length === 0) return 'no instruction';
  if (instructions.length > INSTRUCTIONS_MAX) return 'more than 64 instructions';
  const heap = config?.heapBytes ?? HEAP_BYTES_MIN;
  const isHeap = heap >= HEAP_BYTES_MIN && heap <= HEAP_BYTES_MAX && heap % 1_024 === 0;
  return isHeap ? null : 'an impossible heap';
}
