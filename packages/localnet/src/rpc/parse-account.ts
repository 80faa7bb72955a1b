import type { Account } from '../bank/account.ts';
import { readMint, readTokenAccount } from '../bank/token-state.ts';
import type { Json } from '../bytes/json.ts';
import { type Key, KEY_BYTES, key, keyAt, keyText } from '../bytes/key.ts';
import { LOOKUP_TABLE, SYSTEM, TOKEN, isTokenProgram } from '../programs.ts';
import { tokenAmount } from './token-amount.ts';

const SYSVARS = key('Sysvar1111111111111111111111111111111111111');
const NONCE_BYTES = 80;
const LOOKUP_HEADER_BYTES = 56;

/** Account with its address. */
export interface Addressed {
  readonly key: Key;
  readonly account: Account;
}
export type AccountLookup = (key: Key) => Account | null;

function optional(key: Key | null): string | undefined {
  return key === null ? undefined : keyText(key);
}

function parsedTokenAccount(account: Account, lookUp: AccountLookup): Json {
  const token = readTokenAccount(account);
  const mintAccount = token && lookUp(token.mint);
  const mint = mintAccount && readMint(mintAccount);
  if (!token || !mint) return null;
  const amount = (units: bigint): Json => tokenAmount(units, mint.decimals);
  return {
    type: 'account',
    info: {
      isNative: token.rentReserve !== null,
      mint: keyText(token.mint),
      owner: keyText(token.owner),
      state: token.state,
      tokenAmount: amount(token.units),
      delegate: optional(token.delegate),
      delegatedAmount: token.delegate === null ? undefined : amount(token.delegatedUnits),
      rentExemptReserve:
        token.rentReserve === null ? undefined : tokenAmount(token.rentReserve, mint.decimals),
      closeAuthority: optional(token.closeAuthority),
    },
  };
}

function parsedMint(account: Account): Json {
  const mint = readMint(account);
  if (!mint) return null;
  return {
    type: 'mint',
    info: {
      decimals: mint.decimals,
      freezeAuthority: optional(mint.freezeAuthority) ?? null,
      isInitialized: true,
      mintAuthority: optional(mint.authority) ?? null,
      supply: mint.supply.toString(),
    },
  };
}

function parsedNonce({ data }: Account): Json {
  const isInitialized = data.length === NONCE_BYTES && data.readUInt32LE(4) === 1;
  if (!isInitialized) return null;
  return {
    type: 'initialized',
    info: {
      authority: keyText(keyAt(data, 8)),
      blockhash: keyText(keyAt(data, 40)),
      feeCalculator: { lamportsPerSignature: data.readBigUInt64LE(72).toString() },
    },
  };
}

function parsedLookupTable({ data }: Account): Json {
  if (data.length < LOOKUP_HEADER_BYTES || data.readUInt32LE(0) !== 1) return null;
  const count = (data.length - LOOKUP_HEADER_BYTES) / KEY_BYTES;
  return {
    type: 'lookupTable',
    info: {
      addresses: Array.from({ length: count }, (_, i) =>
        keyText(keyAt(data, LOOKUP_HEADER_BYTES + KEY_BYTES * i)),
      ),
      authority: data[21] === 1 ? keyText(keyAt(data, 22)) : undefined,
      deactivationSlot: data.readBigUInt64LE(4).toString(),
      lastExtendedSlot: data.readBigUInt64LE(12).toString(),
      lastExtendedSlotStartIndex: data[20] ?? 0,
    },
  };
}

/** Sysvars by their addresses. */
const SYSVAR_PARSERS: ReadonlyMap<Key, (data: Buffer) => Json> = new Map([
  [
    key('SysvarC1ock11111111111111111111111111111111'),
    (data: Buffer): Json => ({
      type: 'clock',
      info: {
        slot: data.readBigUInt64LE(0),
        epochStartTimestamp: data.readBigInt64LE(8),
        epoch: data.readBigUInt64LE(16),
        leaderScheduleEpoch: data.readBigUInt64LE(24),
        unixTimestamp: data.readBigInt64LE(32),
      },
    }),
  ],
  [
    key('SysvarRent111111111111111111111111111111111'),
    (data: Buffer): Json => ({
      type: 'rent',
      info: {
        lamportsPerByteYear: data.readBigUInt64LE(0).toString(),
        exemptionThreshold: data.readDoubleLE(8),
        burnPercent: data[16] ?? 0,
      },
    }),
  ],
  [
    key('SysvarEpochSchedu1e111111111111111111111111'),
    (data: Buffer): Json => ({
      type: 'epochSchedule',
      info: {
        slotsPerEpoch: data.readBigUInt64LE(0),
        leaderScheduleSlotOffset: data.readBigUInt64LE(8),
        warmup: data[16] === 1,
        firstNormalEpoch: data.readBigUInt64LE(17),
        firstNormalSlot: data.readBigUInt64LE(25),
      },
    }),
  ],
]);

function programAndState(
  { key: at, account }: Addressed,
  lookUp: AccountLookup,
): readonly [string, Json] {
  if (isTokenProgram(account.owner)) {
    const program = account.owner === TOKEN ? 'spl-token' : 'spl-token-2022';
    return [program, parsedTokenAccount(account, lookUp) ?? parsedMint(account)];
  }
  if (account.owner === SYSTEM) return ['nonce', parsedNonce(account)];
  if (account.owner === LOOKUP_TABLE) return ['address-lookup-table', parsedLookupTable(account)];
  const sysvar = account.owner === SYSVARS ? SYSVAR_PARSERS.get(at) : undefined;
  return ['sysvar', sysvar?.(account.data) ?? null];
}

/** Parses account data for jsonParsed; null if the format is unknown. */
export function parseAccount(addressed: Addressed, lookUp: AccountLookup): Json {
  const [program, parsed] = programAndState(addressed, lookUp);
  return parsed === null ? null : { program, parsed, space: addressed.account.data.length };
}
