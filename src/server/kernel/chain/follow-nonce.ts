import { type Base64EncodedDataResponse, decodeTransactionFromRpcResponse } from '@solana/kit';
import {
  ADVANCE_NONCE_ACCOUNT_DISCRIMINATOR,
  SYSTEM_PROGRAM_ADDRESS,
} from '@solana-program/system';
import type { Nonce } from '#domain/payouts/payout';
import { type Answer, type Unknown, absent, fact, unknown } from '../rpc/answer.ts';
import { noncesAt } from './nonces.ts';
import { type Provider, type Rpc, read } from '../rpc/rpc-client.ts';
import { type Json, objectAt } from '../rpc/json-shape.ts';
import { type Listed, readPage } from './signatures.ts';
import { type Status, statusAt, statusesAt } from './status.ts';

/** A transaction on a durable nonce that may have been sent. */
export interface FollowedNonce {
  /** Null while the owner's wallet has the transaction, because its signature is unknown. */
  readonly signature: string | null;
  readonly nonce: Nonce;
  /** The slot at which the nonce was read, finalized. */
  readonly slot: number;
  /** A key that only this transaction names. */
  readonly key: string;
  /** Signatures under which the server itself may have advanced the nonce, to withdraw the transaction. */
  readonly advances: () => Promise<readonly string[]>;
}

/** State of a transaction on a durable nonce. Only 'landed' at finalized and 'void' are definitive. */
export type NonceProgress =
  | ({ readonly kind: 'landed'; readonly signature: string } & Status)
  | { readonly kind: 'waiting' }
  /** Another transaction has advanced the nonce, finalized in `slot`. */
  | { readonly kind: 'void'; readonly slot: number }
  | Unknown;

const PAGE_SIZE = 1000;

/** The transaction that advanced a nonce, and whether it names `key`. */
interface Use extends Listed {
  readonly namesKey: boolean;
}

type CompiledMessage = ReturnType<typeof decodeTransactionFromRpcResponse>['compiledMessage'];

/**
 * True if a transaction advances the nonce. Only its first instruction counts: another account may hold the
 * same value, and any transaction can name our account as well.
 */
function isUse(message: CompiledMessage, { account, value }: Nonce): boolean {
  if (message.version === 1 || message.lifetimeToken !== value) return false;
  const { staticAccounts, instructions } = message;
  const [first] = instructions;
  const { programAddressIndex = -1, accountIndices = [], data } = first ?? {};
  return (
    staticAccounts[programAddressIndex] === SYSTEM_PROGRAM_ADDRESS &&
    data?.[0] === ADVANCE_NONCE_ACCOUNT_DISCRIMINATOR &&
    staticAccounts[accountIndices[0] ?? -1] === account
  );
}

/** Returns a listed transaction if it advanced the nonce; absent if it did not. */
async function nonceUseIn(
  provider: Provider,
  listed: Listed,
  { nonce, key }: FollowedNonce,
): Promise<Answer<Use>> {
  const outcome = await provider.call('getTransaction', [
    listed.signature,
    { commitment: 'finalized', encoding: 'base64', maxSupportedTransactionVersion: 1 },
  ]);
  return read(outcome, (value): Answer<Use> => {
    if (value === null) return unknown('behind');
    const response = objectAt(value, 'transaction');
    const { compiledMessage } = decodeTransactionFromRpcResponse(
      response as Json & { readonly transaction: Base64EncodedDataResponse },
    );
    if (!isUse(compiledMessage, nonce)) return absent(listed.slot);
    const namesKey = compiledMessage.staticAccounts.some((account) => account === key);
    return fact({ ...listed, namesKey }, listed.slot);
  });
}

/** Finds the finalized transaction that advanced a nonce in one provider's list for the account. */
async function findUse(provider: Provider, followed: FollowedNonce): Promise<Answer<Use>> {
  const outcome = await provider.call('getSignaturesForAddress', [
    followed.nonce.account,
    { limit: PAGE_SIZE, commitment: 'finalized' },
  ]);
  const page = read(outcome, (value) => fact(readPage(value), 0));
  if (page.kind !== 'fact') return page;
  let answer: Answer<Use> = absent(followed.slot);
  for (const listed of page.value.filter(({ slot }) => slot >= followed.slot)) {
    const use = await nonceUseIn(provider, listed, followed);
    if (use.kind === 'fact') return use;
    if (use.kind === 'unknown') answer = use;
  }
  return answer;
}

/**
 * True if a provider that has reached the slot shows another value in the nonce account. The account's
 * authority may no longer be the server's key.
 */
async function hasMoved(provider: Provider, { nonce, slot }: FollowedNonce): Promise<boolean> {
  const asked = { addresses: [nonce.account], authority: null, commitment: 'finalized' } as const;
  const now = await noncesAt(provider, asked);
  if (now.kind !== 'fact' || now.slot < slot) return false;
  return now.value.some(({ value }) => value !== nonce.value);
}

async function landedAt(
  provider: Provider,
  signature: string,
  searching?: { readonly searchHistory: boolean },
): Promise<NonceProgress | null> {
  const status = await statusAt(provider, signature, searching);
  return status.kind === 'fact' ? { kind: 'landed', signature, ...status.value } : null;
}

/** Returns the slot in which one of the transactions is finalized; null if the provider shows none. */
async function finalSlotOf(
  provider: Provider,
  signatures: readonly string[],
): Promise<number | null> {
  for (const answer of await statusesAt(provider, signatures, true)) {
    const isFinal = answer.kind === 'fact' && answer.value.commitment === 'finalized';
    if (isFinal) return answer.value.slot;
  }
  return null;
}

/**
 * Follows a transaction on a durable nonce by one step. It ends after its nonce was advanced at finalized:
 * paid if our transaction advanced it, void if another did. The positive proof of one provider suffices; a
 * missing transaction at a provider proves nothing.
 */
export async function followNonce(rpc: Rpc, followed: FollowedNonce): Promise<NonceProgress> {
  const providers = rpc.providers();
  const { signature } = followed;
  let moved = false;
  for (const provider of providers) {
    const newest = { searchHistory: false };
    const landed = signature && (await landedAt(provider, signature, newest));
    if (landed) return landed;
    moved ||= await hasMoved(provider, followed);
  }
  if (!moved) return { kind: 'waiting' };
  const advances = await followed.advances();
  for (const provider of providers) {
    const landed = signature && (await landedAt(provider, signature));
    if (landed) return landed;
    // Looked up by signature, because anybody can name the account in thousands of transactions.
    const slot = await finalSlotOf(provider, advances);
    if (slot !== null) return { kind: 'void', slot };
    const use = await findUse(provider, followed);
    if (use.kind !== 'fact') continue;
    const { signature: used, namesKey } = use.value;
    if (!namesKey) return { kind: 'void', slot: use.value.slot };
    return (await landedAt(provider, used)) ?? unknown('behind');
  }
  return unknown('behind');
}
