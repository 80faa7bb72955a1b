import type { Execution, InnerInstruction, TokenBalance } from '../bank/execution.ts';
import { writableFlags } from '../bank/resolve.ts';
import type { ChainView } from '../bank/view.ts';
import { encodeBase58 } from '../bytes/base58.ts';
import type { Json } from '../bytes/json.ts';
import { keyText } from '../bytes/key.ts';
import type { TransactionRecord } from '../store/record.ts';
import { type Message, type Transaction, parseTransaction } from '../tx/parse.ts';
import { costUnits } from './cost.ts';
import { unsupportedVersion } from './errors.ts';
import { type Config, natural, variant } from './params.ts';
import type { AccountLookup } from './parse-account.ts';
import { type CalledInstruction, parseInstruction } from './parse-instruction.ts';
import { tokenAmount } from './token-amount.ts';

const ENCODINGS = ['json', 'jsonParsed', 'base58', 'base64'] as const;

type Encode = (instruction: CalledInstruction) => Json;

/** Instruction with account indexes, as in the message. */
const compiled: Encode = ({ program, accounts, data, stackHeight }) => ({
  accounts: [...accounts],
  data: encodeBase58(data),
  programIdIndex: program,
  stackHeight,
});

function encodeInner(lists: readonly (readonly InnerInstruction[])[], encode: Encode): Json[] {
  const encoded: Json[] = [];
  for (const [index, list] of lists.entries()) {
    if (list.length === 0) continue;
    const instructions = list.map((inner) =>
      encode({ ...inner, data: Buffer.from(inner.data, 'base64') }),
    );
    encoded.push({ index, instructions });
  }
  return encoded;
}

export function encodeTokens(balances: readonly TokenBalance[]): Json[] {
  return balances.map(({ index, mint, owner, program, units, decimals }) => ({
    accountIndex: index,
    mint,
    owner,
    programId: program,
    // A cluster's ledger stores null for 0 in this field.
    uiTokenAmount: {
      ...tokenAmount(BigInt(units), decimals),
      ...(units === '0' ? { uiAmount: null } : {}),
    },
  }));
}

/** Encodes the return data of the last program that set it; null if none did. */
export function encodeReturned({ returned }: Pick<Execution, 'returned'>): Json {
  return returned && { data: [returned.data, 'base64'], programId: returned.program };
}

function encodeMeta(
  record: TransactionRecord,
  encode: Encode,
  { cost, withLoaded }: { readonly cost: number; readonly withLoaded: boolean },
): Json {
  const { execution } = record;
  const err = execution.error as Json;
  const loadedAddresses = {
    readonly: record.loadedReadonly.map(keyText),
    writable: record.loadedWritable.map(keyText),
  };
  return {
    computeUnitsConsumed: execution.units,
    costUnits: cost,
    err,
    fee: record.fee,
    innerInstructions: encodeInner(execution.inner, encode),
    ...(withLoaded ? { loadedAddresses } : {}),
    logMessages: execution.logs,
    postBalances: record.post,
    postTokenBalances: encodeTokens(record.postTokens),
    preBalances: record.pre,
    preTokenBalances: encodeTokens(record.preTokens),
    ...(execution.returned ? { returnData: encodeReturned(execution) } : {}),
    rewards: [],
    status: err === null ? { Ok: null } : { Err: err },
  };
}

function encodeLookups({ version, lookups }: Message): { readonly [name: string]: Json } {
  if (version !== 0) return {};
  const addressTableLookups = lookups.map((lookup) => ({
    accountKey: keyText(lookup.table),
    readonlyIndexes: [...lookup.readonly],
    writableIndexes: [...lookup.writable],
  }));
  return { addressTableLookups };
}

function encodeMessage(message: Message, encode: Encode): Json {
  return {
    accountKeys: message.staticKeys.map(keyText),
    ...encodeLookups(message),
    header: {
      numReadonlySignedAccounts: message.readonlySigned,
      numReadonlyUnsignedAccounts: message.readonlyUnsigned,
      numRequiredSignatures: message.requiredSignatures,
    },
    instructions: message.instructions.map((each) => encode({ ...each, stackHeight: 1 })),
    recentBlockhash: keyText(message.blockhash),
  };
}

function encodeKeys(message: Message, record: TransactionRecord): Json {
  const { loadedWritable, loadedReadonly } = record;
  const keys = [...message.staticKeys, ...loadedWritable, ...loadedReadonly];
  const writable = writableFlags(message, { keys, loadedWritable, loadedReadonly });
  return keys.map((key, i) => ({
    pubkey: keyText(key),
    signer: i < message.requiredSignatures,
    source: i < message.staticKeys.length ? 'transaction' : 'lookupTable',
    writable: writable[i] ?? false,
  }));
}

function encodeParsedMessage(message: Message, record: TransactionRecord, encode: Encode): Json {
  return {
    accountKeys: encodeKeys(message, record),
    ...encodeLookups(message),
    instructions: message.instructions.map((each) => encode({ ...each, stackHeight: 1 })),
    recentBlockhash: keyText(message.blockhash),
  };
}

function encodeBody(
  { bytes, signatures }: Transaction,
  encoding: (typeof ENCODINGS)[number],
  message: () => Json,
): Json {
  if (encoding === 'base64') return [bytes.toString('base64'), 'base64'];
  if (encoding === 'base58') return [encodeBase58(bytes), 'base58'];
  return { message: message(), signatures: signatures.map(encodeBase58) };
}

/** Highest transaction version that the caller supports; null for legacy only. */
function readableVersion(version: Message['version'], options: Config): number | null {
  const asked = options['maxSupportedTransactionVersion'];
  const newest = asked === undefined || asked === null ? null : natural(asked);
  if (version !== 'legacy' && (newest ?? -1) < version) throw unsupportedVersion(version);
  return newest;
}

/** Encodes a transaction for getBlock. */
export function encodeInBlock(
  record: TransactionRecord,
  options: Config,
  lookUp: AccountLookup,
): { readonly [name: string]: Json } {
  const encoding = variant(options['encoding'] ?? 'json', ENCODINGS);
  const transaction = parseTransaction(record.transaction);
  const { message } = transaction;
  const newest = readableVersion(message.version, options);
  const parsed = encoding === 'jsonParsed';
  const keys = [...message.staticKeys, ...record.loadedWritable, ...record.loadedReadonly];
  const encode: Encode = parsed ? (each) => parseInstruction(each, keys.map(keyText)) : compiled;
  return {
    meta: encodeMeta(record, encode, {
      cost: costUnits(message, record, lookUp),
      withLoaded: !parsed,
    }),
    transaction: encodeBody(transaction, encoding, () =>
      parsed ? encodeParsedMessage(message, record, encode) : encodeMessage(message, encode),
    ),
    ...(newest === null ? {} : { version: message.version }),
  };
}

/** Encodes a transaction for getBlock with `transactionDetails: 'accounts'`. */
export function encodeAccountsOnly(record: TransactionRecord, options: Config): Json {
  const { message, signatures } = parseTransaction(record.transaction);
  const newest = readableVersion(message.version, options);
  const err = record.execution.error as Json;
  return {
    meta: {
      err,
      fee: record.fee,
      postBalances: record.post,
      postTokenBalances: encodeTokens(record.postTokens),
      preBalances: record.pre,
      preTokenBalances: encodeTokens(record.preTokens),
      status: err === null ? { Ok: null } : { Err: err },
    },
    transaction: {
      accountKeys: encodeKeys(message, record),
      signatures: signatures.map(encodeBase58),
    },
    ...(newest === null ? {} : { version: message.version }),
  };
}

/** Encodes a transaction for getTransaction. */
export function encodeRecord(chain: ChainView, row: number, options: Config): Json {
  const record = chain.record(row);
  const lookUp: AccountLookup = (key) => chain.account(key, 'processed');
  const blockTime = chain.slots.blockTime(record.slot);
  return { blockTime, slot: record.slot, ...encodeInBlock(record, options, lookUp) };
}
