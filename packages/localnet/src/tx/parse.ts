import { type Key, keyBytes } from '../bytes/key.ts';
import { Reader } from '../bytes/reader.ts';
import { type MessageConfig, faultOfV1, readMessageV1 } from './parse-v1.ts';

/** Maximum size of legacy and version 0 transactions: one packet. */
export const MAX_TRANSACTION_BYTES = 1232;
export const MAX_V1_BYTES = 4096;
/** First byte of a versioned message: the high bit plus the version. */
const VERSIONED = 0x80;
export const V1 = 0x81;
const SIGNATURE_BYTES = 64;

export interface Instruction {
  readonly program: number;
  readonly accounts: Uint8Array;
  readonly data: Buffer;
}

export interface Lookup {
  readonly table: Key;
  readonly writable: Uint8Array;
  readonly readonly: Uint8Array;
}

export interface Message {
  readonly bytes: Buffer;
  readonly version: 'legacy' | 0 | 1;
  readonly requiredSignatures: number;
  readonly readonlySigned: number;
  readonly readonlyUnsigned: number;
  /** Keys in the message itself; keys from lookup tables follow them. */
  readonly staticKeys: readonly Key[];
  readonly blockhash: Key;
  /** Offset of the blockhash in `bytes`. */
  readonly blockhashAt: number;
  readonly instructions: readonly Instruction[];
  readonly lookups: readonly Lookup[];
  /** Null except for version 1. */
  readonly config: MessageConfig | null;
}

export interface Transaction {
  readonly bytes: Buffer;
  readonly signatures: readonly Buffer[];
  readonly message: Message;
  /** Offset of the message in `bytes`. */
  readonly messageAt: number;
}

/** Thrown for bytes that are no valid transaction or message. */
export class MalformedError extends Error {
  /** 'wire': unreadable; 'sanitize': readable, with impossible indexes or counts. */
  readonly kind: 'wire' | 'sanitize';

  constructor(kind: 'wire' | 'sanitize', message: string) {
    super(message);
    this.kind = kind;
  }
}

function list<T>(reader: Reader, read: () => T): T[] {
  const count = reader.compact();
  const items: T[] = [];
  for (let i = 0; i < count; i++) items.push(read());
  return items;
}

function readMessage(reader: Reader): Message {
  const start = reader.at;
  let first = reader.u8();
  if (first === V1) return readMessageV1(reader, start);
  const versioned = first >= VERSIONED;
  if (first > VERSIONED) throw new RangeError(`message version ${first - VERSIONED}`);
  if (versioned) first = reader.u8();
  const readonlySigned = reader.u8();
  const readonlyUnsigned = reader.u8();
  const staticKeys = list(reader, () => reader.key());
  const blockhashAt = reader.at - start;
  const blockhash = reader.key();
  const instructions = list(reader, () => ({
    program: reader.u8(),
    accounts: reader.take(reader.compact()),
    data: reader.take(reader.compact()),
  }));
  const lookups = versioned
    ? list(reader, () => ({
        table: reader.key(),
        writable: reader.take(reader.compact()),
        readonly: reader.take(reader.compact()),
      }))
    : [];
  return {
    bytes: reader.bytes.subarray(start, reader.at),
    version: versioned ? 0 : 'legacy',
    requiredSignatures: first,
    readonlySigned,
    readonlyUnsigned,
    staticKeys,
    blockhash,
    blockhashAt,
    instructions,
    lookups,
    config: null,
  };
}

/** Runs the runtime's sanity checks, because the embedded SVM aborts the process on violations. */
function sanitize(message: Message): void {
  const fail = (reason: string): never => {
    throw new MalformedError('sanitize', reason);
  };
  const { requiredSignatures, readonlySigned, readonlyUnsigned, staticKeys, lookups } = message;
  const fault = message.version === 1 ? faultOfV1(message) : null;
  if (fault !== null) fail(fault);
  if (requiredSignatures === 0) fail('no signature is required');
  if (readonlySigned >= requiredSignatures) fail('the fee payer is not writable');
  if (requiredSignatures + readonlyUnsigned > staticKeys.length) fail('fewer keys than counted');
  let keys = staticKeys.length;
  for (const lookup of lookups) {
    const loaded = lookup.writable.length + lookup.readonly.length;
    if (loaded === 0) fail('an empty lookup');
    keys += loaded;
  }
  if (keys > 256) fail('more than 256 keys');
  for (const { program, accounts } of message.instructions) {
    if (program === 0 || program >= staticKeys.length) fail('an impossible program index');
    for (const account of accounts) if (account >= keys) fail('an impossible account index');
  }
}

/** Returns the wire form with another blockhash; its signatures are then invalid. */
export function withBlockhash(transaction: Transaction, blockhash: Key): Buffer {
  const { bytes, message, messageAt } = transaction;
  const copy = Buffer.from(bytes);
  keyBytes(blockhash).copy(copy, messageAt + message.blockhashAt);
  return copy;
}

function reading<T>(bytes: Buffer, read: (reader: Reader) => T): T {
  const reader = new Reader(bytes);
  try {
    const value = read(reader);
    if (reader.left > 0) throw new RangeError(`${reader.left} bytes too many`);
    return value;
  } catch (error) {
    if (error instanceof RangeError) throw new MalformedError('wire', error.message);
    throw error;
  }
}

/** Parses a bare message, as for getFeeForMessage; throws MalformedError. */
export function parseMessage(bytes: Buffer): Message {
  const message = reading(bytes, readMessage);
  sanitize(message);
  return message;
}

function readTransaction(reader: Reader): Transaction {
  const { bytes } = reader;
  const signature = (): Buffer => reader.take(SIGNATURE_BYTES);
  if (bytes[0] === V1) {
    const message = readMessage(reader);
    const signatures = Array.from({ length: message.requiredSignatures }, signature);
    return { bytes, signatures, message, messageAt: 0 };
  }
  const signatures = list(reader, signature);
  const messageAt = reader.at;
  const message = readMessage(reader);
  if (message.version === 1) throw new RangeError('message version 1 after its signatures');
  return { bytes, signatures, message, messageAt };
}

/** Parses a transaction into views of `bytes`; throws MalformedError. */
export function parseTransaction(bytes: Buffer): Transaction {
  const transaction = reading(bytes, readTransaction);
  sanitize(transaction.message);
  if (transaction.signatures.length !== transaction.message.requiredSignatures) {
    throw new MalformedError('sanitize', 'as many signatures as are required');
  }
  return transaction;
}
