import { type Refused, refuse } from '../base/result.ts';
import { type Instant, SECOND_MS } from '../base/time.ts';
import { type Nonce, type Payout, SIGNING_MS, WITHDRAWAL_MS, isOpenPayout } from './payout.ts';

/** The part of a payout that says which nonce it holds, and for how long. */
export type NonceHolder = Pick<Payout, 'nonce' | 'status' | 'createdAt'>;

const holdsNonce = (payout: NonceHolder): boolean => isOpenPayout(payout) && payout.nonce !== null;

/** Addresses of the nonce accounts that open payouts hold. */
export function heldNonces(payouts: readonly NonceHolder[]): ReadonlySet<string> {
  return new Set(
    payouts.flatMap((each) => (holdsNonce(each) && each.nonce ? [each.nonce.account] : [])),
  );
}

/**
 * Nonces of the pool that a new payout can use. A nonce that a recent payout had is left out: its account shows it only
 * if the provider lags. Accounts that were advanced in one block hold the same value.
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

/** Whole seconds, rounded up. */
const secondsUp = (ms: number): number => (ms + SECOND_MS - 1 - ((ms - 1) % SECOND_MS)) / SECOND_MS;

/** A payout that was sent is final within about 15 s, and is followed every 2 s. */
const SENT_RETRY_MS = 5 * SECOND_MS;
/** Interval at which the owner's page asks again while the pool is being made. */
const EMPTY_POOL_RETRY_MS = 15 * SECOND_MS;

/**
 * Refusal of a payout for which no nonce is free, with the seconds until one is expected to be.
 *
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
