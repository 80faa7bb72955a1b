import { TOKEN_ACCOUNT_BYTES } from '#domain/payouts/rent-charge';

import { RpcError, rpc } from '../api/rpc.ts';

/** The blockhash that a transaction is built on, and the last block height at which it can land. */
export interface Lifetime {
  readonly blockhash: string;
  readonly lastValidBlockHeight: number;
}

/** A blockhash lives for well under a minute: one that is older is read again before it is signed. */
const CACHE_MS = 10_000;
let cached: { readonly lifetime: Lifetime; readonly readAt: number } | null = null;
/** How far the node had come that gave the newest blockhash: one that is behind does not know it. */
let reachedSlot: number | undefined;

/** A recent blockhash, at most ten seconds old. */
export async function recentLifetime(): Promise<Lifetime> {
  if (cached && Date.now() - cached.readAt < CACHE_MS) return cached.lifetime;
  const { value, context } = await rpc<{ value: Lifetime; context?: { slot: number } }>(
    'getLatestBlockhash',
    [{ commitment: 'confirmed' }],
  );
  reachedSlot = context?.slot;
  cached = { lifetime: value, readAt: Date.now() };
  return value;
}

export function forgetLifetime(): void {
  cached = null;
}

/** An error of a transaction as the chain names it: a word, or an object with one. */
export type ChainError = string | Readonly<Record<string, unknown>>;

/** What would go wrong if the transaction were sent; null where nothing would. It needs no signature. */
export async function simulate(transaction: string): Promise<ChainError | null> {
  const options = {
    encoding: 'base64',
    commitment: 'confirmed',
    sigVerify: false,
    replaceRecentBlockhash: true,
  };
  const { value } = await rpc<{ value: { err: ChainError | null } }>('simulateTransaction', [
    transaction,
    options,
  ]);
  return value.err;
}

/** Hands the bytes to the network. What it refuses says nothing certain, unless `refusedFor` names a reason. */
export async function send(transaction: string): Promise<void> {
  const options = {
    encoding: 'base64',
    preflightCommitment: 'confirmed',
    minContextSlot: reachedSlot,
  };
  await rpc('sendTransaction', [transaction, options]);
}

const PREFLIGHT_FAILED = -32002;
/** Of a node that is behind, or that has the transaction already: they decide nothing. */
const UNCERTAIN: readonly unknown[] = ['BlockhashNotFound', 'AlreadyProcessed'];

/** Why a transaction can never land, where a node that refused it is sure of that; else null. */
export function refusedFor(error: unknown): ChainError | null {
  if (!(error instanceof RpcError) || error.code !== PREFLIGHT_FAILED) return null;
  const { err = null } = (error.data ?? {}) as { readonly err?: ChainError | null };
  return UNCERTAIN.includes(err) ? null : err;
}

export type Seen =
  | { readonly kind: 'unseen' }
  /** In a block that may still vanish. */
  | { readonly kind: 'processed' }
  | { readonly kind: 'confirmed' }
  | { readonly kind: 'failed'; readonly error: ChainError };

interface SignatureStatus {
  readonly err: ChainError | null;
  readonly confirmationStatus: 'processed' | 'confirmed' | 'finalized' | null;
}

/** How far a payment has come. Without the node's history, which is dear, the last minute alone is known. */
export async function statusOf(
  signature: string,
  { searchesHistory }: { readonly searchesHistory: boolean },
): Promise<Seen> {
  const { value } = await rpc<{ value: readonly (SignatureStatus | null)[] }>(
    'getSignatureStatuses',
    [[signature], { searchTransactionHistory: searchesHistory }],
  );
  const status = value[0];
  if (!status) return { kind: 'unseen' };
  if (status.confirmationStatus === 'processed') return { kind: 'processed' };
  return status.err === null ? { kind: 'confirmed' } : { kind: 'failed', error: status.err };
}

/** Whether a transaction that was not seen by now can never land any more. */
export async function isPast(lastValidBlockHeight: number): Promise<boolean> {
  return (await finalizedHeight()) > lastValidBlockHeight;
}

export function finalizedHeight(): Promise<number> {
  return rpc<number>('getBlockHeight', [{ commitment: 'finalized' }]);
}

export function confirmedHeight(): Promise<number> {
  return rpc<number>('getBlockHeight', [{ commitment: 'confirmed' }]);
}

/** Blocks that a transaction needs to land once it is signed. */
const LANDING_BLOCKS = 5;

/** Whether what was signed came too late to be sent; where that is unknown, it did not. */
export async function isTooLate(lastValidBlockHeight: number): Promise<boolean> {
  const height = await confirmedHeight().catch(() => 0);
  return height + LANDING_BLOCKS > lastValidBlockHeight;
}

/** Lamports that a token account has to hold. */
export function tokenAccountRent(): Promise<number> {
  return rpc<number>('getMinimumBalanceForRentExemption', [TOKEN_ACCOUNT_BYTES]);
}

/** The network fee in lamports, as the chain says; null where it does not. */
export async function feeOf(message: string): Promise<number | null> {
  const { value } = await rpc<{ value: number | null }>('getFeeForMessage', [
    message,
    { commitment: 'confirmed' },
  ]);
  return value;
}

const SHORT_OF_FUNDS = [
  'AccountNotFound',
  'InsufficientFundsForFee',
  'InsufficientFundsForRent',
  'InvalidAccountForFee',
];
/** Both the system and the token program call 'not enough' by this number. */
const NOT_ENOUGH = 1;

/** Whether the payer has too little, SOL for the fee and a missing token account included. */
export function isShortOfFunds(error: ChainError): boolean {
  if (typeof error === 'string') return SHORT_OF_FUNDS.includes(error);
  if (Object.keys(error).some((name) => SHORT_OF_FUNDS.includes(name))) return true;
  const detail = (error['InstructionError'] as readonly unknown[] | undefined)?.[1];
  return (
    detail === 'InvalidAccountData' ||
    detail === 'UninitializedAccount' ||
    (detail as { Custom?: number } | undefined)?.Custom === NOT_ENOUGH
  );
}
