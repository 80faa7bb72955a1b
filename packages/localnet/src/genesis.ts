import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeBase58, encodeBase58 } from './bytes/base58.ts';
import { DEFAULT_SLOT_MS } from './slots.ts';
import { replaceFileSync } from './store/files.ts';

/** Age of a new chain in slots, so that finalized slots and past blockhashes exist. */
const FIRST_SLOT = 300;

/** Identity of a chain, fixed at creation. */
export interface Genesis {
  readonly hash: Buffer;
  /** Start of slot 0, in ms since 1970. */
  readonly slotZeroMs: number;
  /** The 32-byte seed of the faucet's key. */
  readonly faucetSeed: Buffer;
}

function make(nowMs: number): Genesis {
  return {
    hash: createHash('sha256').update(randomBytes(32)).digest(),
    slotZeroMs: nowMs - FIRST_SLOT * DEFAULT_SLOT_MS,
    faucetSeed: randomBytes(32),
  };
}

function field(text: unknown, name: string): Buffer {
  const bytes = typeof text === 'string' ? decodeBase58(text) : null;
  if (bytes?.length !== 32) throw new Error(`the chain's genesis file has no proper ${name}`);
  return bytes;
}

/** Loads the genesis from `dir`, or creates and stores it. In memory only if `dir` is null. */
export function openGenesis(dir: string | null, nowMs: number): Genesis {
  if (dir === null) return make(nowMs);
  const path = join(dir, 'genesis.json');
  if (!existsSync(path)) {
    const { hash, slotZeroMs, faucetSeed } = make(nowMs);
    const stored = { hash: encodeBase58(hash), slotZeroMs, faucetSeed: encodeBase58(faucetSeed) };
    replaceFileSync(path, JSON.stringify(stored));
  }
  const read = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
  if (typeof read['slotZeroMs'] !== 'number')
    throw new Error("the chain's genesis file has no time");
  return {
    hash: field(read['hash'], 'hash'),
    slotZeroMs: read['slotZeroMs'],
    faucetSeed: field(read['faucetSeed'], 'faucet'),
  };
}
