import { type Key, keyBytes } from '../bytes/key.ts';
import { Reader } from '../bytes/reader.ts';

/** What fits into one packet; a cluster takes no larger transaction. */
export const MAX_TRANSACTION_BYTES = 1232;
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
  readonly version: 'legacy' | 0;
  readonly requiredSignatures: number;
  readonly readonlySigned: number;
  readonly readonlyUnsigned: number;
  /** The keys that the message spells out; those of its lookups come after them. */
  readonly staticKeys: readonly Key[];
  readonly blockhash: Key;
  /** Where in `bytes` the blockhash stands. */
  readonly blockhashAt: number;
  readonly instructions: readonly Instruction[];
  readonly lookups: readonly Lookup[];
}

export interface Transaction {
  readonly bytes: Buffer;
  readonly signatures: readonly Buffer[];
  readonly message: Message;
}

/** Bytes that are no transaction or message, or one that contradicts itself. */
export class MalformedError extends Error {
  /** 'wire': cannot be read; 'sanitize': can be read, but its indexes or counts are impossible. */
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
  const versioned = first >= 0x80;
  if (versioned && first !== 0x80) throw new RangeError(`message version ${first & 0x7f}`);
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
  };
}

/** The runtime's own checks: the embedded SVM ends the process on what would not pass them. */
function sanitize(message: Message): void {
  const fail = (reason: string): never => {
    throw new MalformedError('sanitize', reason);
  };
  const { requiredSignatures, readonlySigned, readonlyUnsigned, staticKeys, lookups } = message;
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

/** The wire form with another blockhash, which its signatures do not fit. */
export function withBlockhash({ bytes, message }: Transaction, blockhash: Key): Buffer {
  const copy = Buffer.from(bytes);
  keyBytes(blockhash).copy(copy, bytes.length - message.bytes.length + message.blockhashAt);
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

/** A message alone, as getFeeForMessage takes it; throws MalformedError. */
export function parseMessage(bytes: Buffer): Message {
  const message = reading(bytes, readMessage);
  sanitize(message);
  return message;
}

/** A legacy or version 0 transaction from its wire form, as views of `bytes`; throws MalformedError. */
export function parseTransaction(bytes: Buffer): Transaction {
  const transaction = reading(bytes, (reader) => ({
    bytes,
    signatures: list(reader, () => reader.take(SIGNATURE_BYTES)),
    message: readMessage(reader),
  }));
  sanitize(transaction.message);
  if (transaction.signatures.length !== transaction.message.requiredSignatures) {
    throw new MalformedError('sanitize', 'as many signatures as are required');
  }
  return transaction;
}
