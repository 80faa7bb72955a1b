import {
  type Base64EncodedDataResponse,
  decodeTransactionFromRpcResponse,
  getSignatureFromTransaction,
  isSignature,
  walkInstructions,
} from '@solana/kit';
import { getMemosFromInstructions } from '@solana-program/memo';

import type { Gain, Till, TillBalance, ParsedTransaction } from '#domain/payments/deposit';
import { instant } from '#domain/base/time';

import { type Answer, absent, fact, unknown } from '../rpc/answer.ts';
import { createdIn } from './created-accounts.ts';
import { checkRecorded, withoutUnreadData } from './readable-transaction.ts';
import { type Rpc, read } from '../rpc/rpc-client.ts';
import { type Json, ShapeError, arrayAt, countAt, objectAt, unitsAt } from '../rpc/json-shape.ts';
import { slotAt } from './slot.ts';
import { type Status, errorText, statusOf } from './status.ts';
import { type TokenAccount, type TokenHolding, mintOf, tokenAccountsIn } from './token-accounts.ts';
import { transfersIn } from './transfers-in.ts';

const MEMO_CHARACTERS_MAX = 1000;
/** Newest transaction version that kit can read. A node refuses to return newer versions than requested. */
const TRANSACTION_VERSION_MAX = 1;

/** Returns what the treasury's accounts gained or lost, in lamports and tokens. */
function gainsIn(
  meta: Json,
  {
    keys,
    accounts,
    treasury,
  }: {
    readonly keys: readonly string[];
    readonly accounts: ReadonlyMap<string, TokenAccount>;
    readonly treasury: string;
  },
): readonly Gain[] {
  const index = keys.indexOf(treasury);
  const before = arrayAt(meta['preBalances'], 'preBalances')[index];
  const after = arrayAt(meta['postBalances'], 'postBalances')[index];
  const lamports =
    index === -1 ? 0n : unitsAt(after, 'postBalance') - unitsAt(before, 'preBalance');
  const gains: Gain[] = [{ mint: null, account: treasury, amount: lamports }];
  for (const token of accounts.values()) {
    // An account that changes its owner is gained or lost with all it holds.
    const had = token.before?.owner === treasury ? token.before.amount : 0n;
    const has = token.after?.owner === treasury ? token.after.amount : 0n;
    if (had !== has) gains.push({ mint: mintOf(token), account: token.account, amount: has - had });
  }
  return gains;
}

/** Returns the balances of the treasury's accounts before and after, if the transaction names them. */
function tillBalances(
  meta: Json,
  {
    keys,
    accounts,
    till: { treasury, treasuryTokenAccount, usdcMint },
  }: {
    readonly keys: readonly string[];
    readonly accounts: ReadonlyMap<string, TokenAccount>;
    readonly till: Till;
  },
): readonly TillBalance[] {
  const balances: TillBalance[] = [];
  const index = keys.indexOf(treasury);
  if (index !== -1) {
    const before = unitsAt(arrayAt(meta['preBalances'], 'preBalances')[index], 'preBalance');
    const after = unitsAt(arrayAt(meta['postBalances'], 'postBalances')[index], 'postBalance');
    balances.push({ token: 'SOL', before, after });
  }
  const till = accounts.get(treasuryTokenAccount);
  if (till) {
    const held = (holding: TokenHolding | null): bigint =>
      holding?.mint === usdcMint && (holding.owner ?? treasury) === treasury ? holding.amount : 0n;
    balances.push({ token: 'USDC', before: held(till.before), after: held(till.after) });
  }
  return balances;
}

/** Reads the facts from the result of `getTransaction` (base64). Throws if it is another transaction. */
function readTransaction(
  answer: unknown,
  {
    signature,
    status,
    till,
  }: { readonly signature: string; readonly status: Status; readonly till: Till },
): ParsedTransaction {
  const response = objectAt(answer, 'transaction');
  const meta = objectAt(response['meta'], 'meta');
  const { compiledMessage, loadedAddresses, transaction } = decodeTransactionFromRpcResponse(
    response as Json & { readonly transaction: Base64EncodedDataResponse },
  );
  if (getSignatureFromTransaction(transaction) !== signature) {
    throw new ShapeError('another transaction');
  }
  const { staticAccounts } = compiledMessage;
  const keys = [...staticAccounts, ...loadedAddresses.writable, ...loadedAddresses.readonly];
  const err = errorText(meta['err']);
  const light = withoutUnreadData(meta, keys);
  const instructions = walkInstructions({ compiledMessage, loadedAddresses, meta: light });
  const programs = instructions.map(({ programAddress }) => programAddress);
  if (err === null) checkRecorded(meta, { keys, programs });
  const accounts = tokenAccountsIn(meta, keys);
  const memos = getMemosFromInstructions(instructions).map(({ memo }) => memo);
  return {
    signature,
    slot: countAt(response['slot'], 'slot'),
    blockTime: instant(countAt(response['blockTime'], 'blockTime') * 1000),
    commitment: status.commitment,
    err,
    feePayer: staticAccounts[0] ?? null,
    fee: unitsAt(meta['fee'], 'fee'),
    signers: Object.keys(transaction.signatures),
    accountKeys: keys,
    memo: memos.length === 0 ? null : memos.join('\n').slice(0, MEMO_CHARACTERS_MAX),
    transfers: err === null ? transfersIn(instructions, accounts) : [],
    gains: err === null ? gainsIn(meta, { keys, accounts, treasury: till.treasury }) : [],
    created: err === null ? createdIn(instructions, accounts) : [],
    balances: tillBalances(meta, { keys, accounts, till }),
  };
}

/** Facts of a transaction that is only processed: nodes return its contents from confirmed on. */
function processedFacts(signature: string, status: Status): ParsedTransaction {
  return {
    signature,
    slot: status.slot,
    blockTime: null,
    commitment: 'processed',
    err: status.err,
    feePayer: null,
    fee: 0n,
    signers: [],
    accountKeys: [],
    memo: null,
    transfers: [],
    gains: [],
    created: [],
    balances: [],
  };
}

/** Returns the facts of a transaction for the treasury. `known` is its status, if it was read already. */
export async function factsOf(
  rpc: Rpc,
  {
    till,
    signature,
    known,
  }: {
    readonly till: Till;
    readonly signature: string;
    readonly known?: Answer<Status> | undefined;
  },
): Promise<Answer<ParsedTransaction>> {
  if (!isSignature(signature)) {
    const slot = await slotAt(rpc, 'confirmed');
    return slot.kind === 'fact' ? absent(slot.value) : slot;
  }
  const answer = known ?? (await statusOf(rpc, signature));
  if (answer.kind !== 'fact') return answer;
  const { value: status, slot } = answer;
  if (status.commitment === 'processed') return fact(processedFacts(signature, status), slot);
  const params = [
    signature,
    {
      commitment: 'confirmed',
      encoding: 'base64',
      maxSupportedTransactionVersion: TRANSACTION_VERSION_MAX,
    },
  ];
  let last: Answer<ParsedTransaction> = unknown('unreachable');
  // A provider that returns no transaction, or an incomplete one, may lag, prune, or be on another fork.
  for (const provider of rpc.providers()) {
    last = read(await provider.call('getTransaction', params), (value) => {
      if (value === null || objectAt(value, 'transaction')['blockTime'] === null) {
        return unknown('behind');
      }
      const facts = readTransaction(value, { signature, status, till });
      return facts.slot === status.slot ? fact(facts, slot) : unknown('disagree');
    });
    if (last.kind === 'fact') return last;
  }
  return last;
}

/** Maximum cached transactions: as many as one reference lookup reads at most, see `reference-lookup.ts`. */
const CACHED_MAX = 10_000;

type Ask = (signature: string) => Promise<Answer<ParsedTransaction>>;

/** Caches finalized transactions, because nothing about them changes any more. */
export function cacheFinalized(ask: Ask): Ask {
  const cached = new Map<string, Answer<ParsedTransaction>>();
  return async (signature) => {
    const known = cached.get(signature);
    if (known) return known;
    const answer = await ask(signature);
    if (answer.kind !== 'fact' || answer.value.commitment !== 'finalized') return answer;
    const [oldest] = cached.keys();
    if (cached.size >= CACHED_MAX && oldest !== undefined) cached.delete(oldest);
    cached.set(signature, answer);
    return answer;
  };
}
