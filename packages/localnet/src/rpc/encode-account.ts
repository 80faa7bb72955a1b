import { encodeBase58 } from '../bytes/base58.ts';
import type { Json } from '../bytes/json.ts';
import { keyText } from '../bytes/key.ts';
import { invalidRequest } from './errors.ts';
import { type Config, config, natural, variant } from './params.ts';
import { type Addressed, type AccountLookup, parseAccount } from './parse-account.ts';

export const ACCOUNT_ENCODINGS = [
  'binary',
  'base58',
  'base64',
  'base64+zstd',
  'jsonParsed',
] as const;
const MAX_BASE58_BYTES = 128;
/** Rent epoch of rent-exempt accounts: u64 maximum. */
const RENT_EPOCH = 2n ** 64n - 1n;

function sliced(data: Buffer, options: Config): Buffer {
  const asked = options['dataSlice'];
  if (asked === undefined || asked === null) return data;
  const slice = config(asked);
  const offset = natural(slice['offset']);
  return data.subarray(offset, offset + natural(slice['length']));
}

/** Null if longer than a cluster encodes in base 58. */
function base58(data: Buffer): string | null {
  return data.length > MAX_BASE58_BYTES ? null : encodeBase58(data);
}

/** `tooLong` returns the substitute for data that is too long for base 58. */
function encodedData(
  addressed: Addressed,
  options: Config,
  { lookUp, tooLong }: { readonly lookUp: AccountLookup; readonly tooLong: () => string },
): Json {
  const encoding = variant(options['encoding'] ?? 'binary', ACCOUNT_ENCODINGS);
  const data = sliced(addressed.account.data, options);
  switch (encoding) {
    case 'jsonParsed':
      // Falls back to base 64, as on a cluster.
      return parseAccount(addressed, lookUp) ?? [data.toString('base64'), 'base64'];
    case 'base64':
      return [data.toString('base64'), 'base64'];
    case 'base64+zstd':
      return [zstdFrame(data).toString('base64'), 'base64+zstd'];
    case 'base58':
      return [base58(data) ?? tooLong(), 'base58'];
    case 'binary':
      return base58(data) ?? tooLong();
  }
}

function encoded({ account }: Addressed, data: Json): Json {
  return {
    data,
    executable: account.executable,
    lamports: account.lamports,
    owner: keyText(account.owner),
    rentEpoch: RENT_EPOCH,
    space: account.data.length,
  };
}

/** Encodes an account for an RPC response; `lookUp` finds a token account's mint. */
export function encodeAccount(addressed: Addressed, options: Config, lookUp: AccountLookup): Json {
  const tooLong = (): never => {
    throw invalidRequest(
      `Encoded binary (base 58) data should be less than ${MAX_BASE58_BYTES} bytes, please use Base64 encoding.`,
    );
  };
  return encoded(addressed, encodedData(addressed, options, { lookUp, tooLong }));
}

/** Encodes an account for a notification, which cannot be an error. */
export function encodeNotified(addressed: Addressed, options: Config, lookUp: AccountLookup): Json {
  const tooLong = (): string => 'error: data too large for bs58 encoding';
  return encoded(addressed, encodedData(addressed, options, { lookUp, tooLong }));
}

/** Zstandard magic number and frame header: 4-byte content size, single segment, no checksum. */
const HEADER = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0xa0]);
const MAX_BLOCK_BYTES = 128 * 1_024;
const LAST = 1;

/**
 * Builds a Zstandard frame of raw blocks (RFC 8878). Uncompressed, because Node 20 has no compressor and
 * local traffic is cheap.
 */
function zstdFrame(data: Buffer): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(data.length);
  const parts: Buffer[] = [HEADER, size];
  let at = 0;
  do {
    const block = data.subarray(at, at + MAX_BLOCK_BYTES);
    at += block.length;
    const header = Buffer.alloc(3);
    header.writeUIntLE(block.length * 8 + (at >= data.length ? LAST : 0), 0, 3);
    parts.push(header, block);
  } while (at < data.length);
  return Buffer.concat(parts);
}
