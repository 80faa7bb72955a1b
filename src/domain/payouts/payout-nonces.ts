import { type Refused, refuse } from '../base/result.ts';
import { type Instant, SECOND_MS } from '../base/time.ts';
import { type Nonce, type Payout, SIGNING_MS, WITHDRAWAL_MS, isOpenPayout } from './payout.ts';

/** Fields of a payout that decide which nonce it holds, and for how long. */
export type NonceHolder = Pick<Payout, 'nonce' | 'status' | 'createdAt'>;

const holdsNonce = (payout: NonceHolder): boolean => isOpenPayout(payout) && payout.nonce !== null;

/** Returns the addresses of the nonce accounts that open payouts hold. */
export function heldNonces(payouts: readonly NonceHolder[]): ReadonlySet<string> {
  return new Set(
    payouts.flatMap((each) => (holdsNonce(each) && each.nonce ? [each.nonce.account] : [])),
  );
}

/**
 * Returns the nonces that a new payout can use. Leaves out the nonces of recent payouts: an account still
 * shows one only if the provider lags. Compares accounts too, because accounts that were advanced in one
 * block hold the same value.
 */
export function freeNonces(
  pool: readonly Nonce[],
  payouts: readonly NonceHolder[],
): readonly Nonce[] {
  const held = heldNonces(payouts);
  const wasUsed = ({ account, value }: Nonce): boolean =>
    payouts.some(({ nonce }) => nonce?.account === account && nonce.value === value);
  return pool.filter((nonce) => !held.has(nonce.account) && !wasUsed(nonce));
}

/** Converts milliseconds to whole seconds, rounded up. */
const secondsUp = (ms: number): number => (ms + SECOND_MS - 1 - ((ms - 1) % SECOND_MS)) / SECOND_MS;

/** Retry interval while a sent payout holds a nonce. It is finalized within about 15 s, and followed every 2 s. */
const SENT_RETRY_MS = 5 * SECOND_MS;
/** Retry interval of the owner's page while the pool is being created. */
const EMPTY_POOL_RETRY_MS = 15 * SECOND_MS;

/**
 * Refuses a payout because no nonce is free, with the seconds until one is expected.
 * @param ready number of nonce accounts that exist; 0 while payouts are off
 */
export function noFreeNonce(
  payouts: readonly NonceHolder[],
  { ready, now }: { readonly ready: number; readonly now: Instant },
): Refused {
  const waitsMs = payouts
    .filter(holdsNonce)
    .map(({ status, createdAt }) =>
      status === 'sent' ? SENT_RETRY_MS : createdAt + SIGNING_MS + WITHDRAWAL_MS - now,
    );
  const waitMs = ready === 0 ? EMPTY_POOL_RETRY_MS : Math.min(...waitsMs, SIGNING_MS);
  const retryAfterSeconds = secondsUp(Math.max(waitMs, SECOND_MS));
  return refuse('NO_FREE_NONCE', { ready, retryAfterSeconds });
}
