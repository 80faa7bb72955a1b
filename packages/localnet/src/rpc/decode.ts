import { decodeBase58 } from '../bytes/base58.ts';
import {
  MAX_TRANSACTION_BYTES,
  MAX_V1_BYTES,
  MalformedError,
  type Message,
  type Transaction,
  V1,
  parseMessage,
  parseTransaction,
} from '../tx/parse.ts';
import { invalidParams } from './errors.ts';
import { text } from './params.ts';

/** Encoded length of the largest transaction. */
const MAX_CHARACTERS = { base58: 1_683, base64: 1_644 } as const;
/** Version 1 allows more. Its first byte is recognizable in base 64. */
const V1_CHARACTERS = 5_464;
const V1_BASE64 = /^g[Q-Za-f]/;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

type Encoding = keyof typeof MAX_CHARACTERS;

function bytesOf(value: unknown, encoding: Encoding, type: string): Buffer {
  const encoded = text(value);
  const isLong = encoding === 'base64' && V1_BASE64.test(encoded);
  const most = isLong ? V1_CHARACTERS : MAX_CHARACTERS[encoding];
  if (encoded.length > most) {
    throw invalidParams(
      `${encoding} encoded ${type} too large: ${encoded.length} bytes (max: encoded/raw ${most}/${MAX_TRANSACTION_BYTES})`,
    );
  }
  const base64 =
    encoding === 'base64' && BASE64.test(encoded) ? Buffer.from(encoded, 'base64') : null;
  const bytes = encoding === 'base58' ? decodeBase58(encoded) : base64;
  if (bytes === null) throw invalidParams(`invalid ${encoding} encoding: InvalidByte`);
  const mostBytes = bytes[0] === V1 ? MAX_V1_BYTES : MAX_TRANSACTION_BYTES;
  if (bytes.length > mostBytes) {
    throw invalidParams(
      `decoded ${type} too large: ${bytes.length} bytes (max: ${mostBytes} bytes)`,
    );
  }
  return bytes;
}

function refusing<T>(type: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof MalformedError)) throw error;
    throw invalidParams(
      error.kind === 'wire'
        ? `failed to deserialize ${type}: ${error.message}`
        : 'invalid transaction: Transaction failed to sanitize accounts offsets correctly',
    );
  }
}

/** Returns the encoding of the options; default base 58. */
function encodingOf(value: unknown): Encoding {
  if (value === undefined || value === null) return 'base58';
  if (value === 'base58' || value === 'base64') return value;
  throw invalidParams(`unsupported encoding: ${text(value)}. Supported encodings: base58, base64`);
}

/** Decodes a transaction parameter; throws an RpcError if it is malformed. */
export function decodeTransaction(data: unknown, encoding: unknown): Transaction {
  const type = 'solana_transaction::versioned::VersionedTransaction';
  const bytes = bytesOf(data, encodingOf(encoding), type);
  return refusing(type, () => parseTransaction(bytes));
}

/** Decodes a message parameter (always base 64). */
export function decodeMessage(data: unknown): Message {
  const type = 'solana_message::versions::VersionedMessage';
  const bytes = bytesOf(data, 'base64', type);
  return refusing(type, () => parseMessage(bytes));
}
