import { type Key, key } from './bytes/key.ts';

export const SYSTEM = key('11111111111111111111111111111111');
export const TOKEN = key('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');
export const TOKEN_2022 = key('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb');
export const ASSOCIATED_TOKEN = key('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL');
export const MEMO_V1 = key('Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo');
export const MEMO_V3 = key('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');
export const MEMO_V4 = key('Memo4c2pN8afCj432Lb7RMVKi9PbQnnW7ewFFaV3oAH');
export const COMPUTE_BUDGET = key('ComputeBudget111111111111111111111111111111');
export const LOOKUP_TABLE = key('AddressLookupTab1e1111111111111111111111111');
/** Assertion program whose instructions wallets append to transactions. Here it asserts nothing. */
export const LIGHTHOUSE = key('L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95');
export const UPGRADEABLE_LOADER = key('BPFLoaderUpgradeab1e11111111111111111111111');
/** Loader programs, which turn accounts into programs. */
export const LOADERS: ReadonlySet<Key> = new Set([
  UPGRADEABLE_LOADER,
  key('BPFLoader1111111111111111111111111111111111'),
  key('BPFLoader2111111111111111111111111111111111'),
  key('LoaderV411111111111111111111111111111111111'),
]);
export const RECENT_BLOCKHASHES = key('SysvarRecentB1ockHashes11111111111111111111');
export const SLOT_HASHES = key('SysvarS1otHashes111111111111111111111111111');

/** Programs whose instructions are charged per signature they verify. */
export const PRECOMPILES: ReadonlySet<Key> = new Set([
  key('Ed25519SigVerify111111111111111111111111111'),
  key('KeccakSecp256k11111111111111111111111111111'),
  key('Secp256r1SigVerify1111111111111111111111111'),
]);

/** Built-in programs. Each of their instructions adds 3,000 units to the default compute limit. */
export const BUILTINS: ReadonlySet<Key> = new Set([
  SYSTEM,
  COMPUTE_BUDGET,
  ...LOADERS,
  ...PRECOMPILES,
  key('Vote111111111111111111111111111111111111111'),
]);

/** Accounts that are never writable, whatever the message says. */
const RESERVED: ReadonlySet<Key> = new Set([
  ...BUILTINS,
  LOOKUP_TABLE,
  RECENT_BLOCKHASHES,
  SLOT_HASHES,
  key('Config1111111111111111111111111111111111111'),
  key('Feature111111111111111111111111111111111111'),
  key('Stake11111111111111111111111111111111111111'),
  key('StakeConfig11111111111111111111111111111111'),
  key('NativeLoader1111111111111111111111111111111'),
  key('Sysvar1111111111111111111111111111111111111'),
  key('SysvarC1ock11111111111111111111111111111111'),
  key('SysvarEpochRewards1111111111111111111111111'),
  key('SysvarEpochSchedu1e111111111111111111111111'),
  key('SysvarFees111111111111111111111111111111111'),
  key('Sysvar1nstructions1111111111111111111111111'),
  key('SysvarLastRestartS1ot1111111111111111111111'),
  key('SysvarRent111111111111111111111111111111111'),
  key('SysvarRewards111111111111111111111111111111'),
  key('SysvarS1otHistory11111111111111111111111111'),
  key('SysvarStakeHistory1111111111111111111111111'),
  key('ZkE1Gama1Proof11111111111111111111111111111'),
  key('ZkTokenProof1111111111111111111111111111111'),
]);

export function isReserved(account: Key): boolean {
  return RESERVED.has(account);
}

export function isTokenProgram(program: Key): boolean {
  return program === TOKEN || program === TOKEN_2022;
}
