import type { Account } from '../bank/account.ts';
import type { Execution, TokenBalance } from '../bank/execution.ts';
import type { Key } from '../bytes/key.ts';
import { Reader } from '../bytes/reader.ts';
import { Writer } from '../bytes/writer.ts';

const TRANSACTION = 1;
const ROLLBACK = 2;

export interface AccountChange {
  readonly key: Key;
  /** New state; null if the account was closed. */
  readonly account: Account | null;
}

/** Part of a record that start-up needs. */
export interface Landing {
  readonly slot: number;
  /** Flags of History. */
  readonly flags: number;
  readonly transaction: Buffer;
  readonly loadedWritable: readonly Key[];
  readonly loadedReadonly: readonly Key[];
  readonly changes: readonly AccountChange[];
}

/** Full record of a landed transaction. */
export interface TransactionRecord extends Landing {
  readonly fee: bigint;
  /** Lamports of each key before and after. */
  readonly pre: readonly bigint[];
  readonly post: readonly bigint[];
  readonly preTokens: readonly TokenBalance[];
  readonly postTokens: readonly TokenBalance[];
  readonly execution: Execution;
}

/** Rolls back the transaction at row `rollbackTo` and all later ones. */
export interface RollbackRecord {
  readonly rollbackTo: number;
}

export function writeAccount(out: Writer, account: Account | null): void {
  out.u64(account?.lamports ?? 0n);
  if (account === null) return;
  out
    .latin1(account.owner)
    .u8(account.executable ? 1 : 0)
    .u32(account.data.length)
    .raw(account.data);
}

/** Inverse of writeAccount; the data is a view. */
export function readAccount(reader: Reader): Account | null {
  const lamports = reader.u64();
  if (lamports === 0n) return null;
  const owner = reader.key();
  const executable = reader.u8() === 1;
  return { lamports, owner, executable, data: reader.take(reader.u32()) };
}

export function encodeTransaction(record: TransactionRecord): Buffer {
  const out = new Writer(2_048);
  out.u8(TRANSACTION).u8(record.flags).f64(record.slot);
  out.u16(record.transaction.length).raw(record.transaction);
  out.u8(record.loadedWritable.length).u8(record.loadedReadonly.length);
  for (const key of record.loadedWritable) out.latin1(key);
  for (const key of record.loadedReadonly) out.latin1(key);
  out.u8(record.changes.length);
  for (const { key, account } of record.changes) {
    out.latin1(key);
    writeAccount(out, account);
  }
  out.u64(record.fee).u16(record.pre.length);
  for (const lamports of record.pre) out.u64(lamports);
  for (const lamports of record.post) out.u64(lamports);
  const { execution, preTokens, postTokens } = record;
  const rest = Buffer.from(JSON.stringify({ execution, preTokens, postTokens }));
  return out.u32(rest.length).raw(rest).done();
}

export function encodeRollback({ rollbackTo }: RollbackRecord): Buffer {
  return new Writer(5).u8(ROLLBACK).u32(rollbackTo).done();
}

function keys(reader: Reader, count: number): Key[] {
  return Array.from({ length: count }, () => reader.key());
}

function readLanding(reader: Reader): Landing {
  const flags = reader.u8();
  const slot = reader.f64();
  const transaction = reader.take(reader.u16());
  const writable = reader.u8();
  const readonly = reader.u8();
  return {
    flags,
    slot,
    transaction,
    loadedWritable: keys(reader, writable),
    loadedReadonly: keys(reader, readonly),
    changes: Array.from({ length: reader.u8() }, () => ({
      key: reader.key(),
      account: readAccount(reader),
    })),
  };
}

/** Decodes the part of a record that replay needs. */
export function decodeForReplay(record: Buffer): Landing | RollbackRecord {
  const reader = new Reader(record);
  const kind = reader.u8();
  if (kind === ROLLBACK) return { rollbackTo: reader.u32() };
  if (kind !== TRANSACTION) throw new Error(`a journal record of unknown kind ${kind}`);
  return readLanding(reader);
}

/** Decodes a full transaction record. */
export function decodeTransaction(record: Buffer): TransactionRecord {
  const reader = new Reader(record);
  if (reader.u8() !== TRANSACTION) throw new Error('the journal holds no transaction there');
  const landing = readLanding(reader);
  const fee = reader.u64();
  const count = reader.u16();
  const pre = Array.from({ length: count }, () => reader.u64());
  const post = Array.from({ length: count }, () => reader.u64());
  const rest = JSON.parse(reader.take(reader.u32()).toString()) as Pick<
    TransactionRecord,
    'execution' | 'preTokens' | 'postTokens'
  >;
  return { ...landing, fee, pre, post, ...rest };
}
