import { pause } from '../api/rpc.ts';
import { isPast, refusedFor, send, statusOf } from './chain.ts';
import type { Stage } from './progress.ts';
import type { SignedPayment } from './stored-payment.ts';

const POLL_MS = 1_000;
const CONFIRM_TIMEOUT_MS = 120_000;
const SLOW_MS = 15_000;
/** How many looks lie between two sendings of the same bytes. */
const RESEND_EVERY = 4;

export type FollowOutcome =
  | 'confirmed'
  /** After two minutes: the server goes on from there. */
  | 'unknown'
  /** After two minutes in which no node has taken it. */
  | 'unsent'
  | 'failed'
  | 'expired'
  /** A node is sure that it can never land. */
  | { readonly refused: unknown };

type Tell = (stage: Stage, isSlow: boolean) => void;

/**
 * Sends a signed payment, again and again, until it is confirmed, has failed on the chain, or can
 * never land any more. An error of the network decides nothing.
 */
export async function follow(payment: SignedPayment, tell: Tell): Promise<FollowOutcome> {
  const startedAt = Date.now();
  // Without its bytes it was sent by the wallet.
  let isTaken = payment.transaction === null;
  for (let look = 0; Date.now() - startedAt < CONFIRM_TIMEOUT_MS; look += 1) {
    const isSlow = Date.now() - startedAt > SLOW_MS;
    const found = await lookOnce(payment, { look, isSlow }, tell).catch(() => null);
    if (found === 'taken') isTaken = true;
    else if (found !== null) return found;
    await pause(POLL_MS);
  }
  if (isTaken) return 'unknown';
  // The network may be back: a last look, into the history too, and a last try.
  const found = await lookOnce(payment, { look: 0, isSlow: true }, tell).catch(() => null);
  return found === 'taken' ? 'unknown' : (found ?? 'unsent');
}

/** What a look has found: how the payment ended, that a node has taken it, or nothing. */
async function lookOnce(
  payment: SignedPayment,
  { look, isSlow }: { readonly look: number; readonly isSlow: boolean },
  tell: Tell,
): Promise<FollowOutcome | 'taken' | null> {
  const { signature, transaction, lastValidBlockHeight } = payment;
  // A payment that is taken up again may have landed long ago.
  const seen = await statusOf(signature, { searchesHistory: look === 0 });
  if (seen.kind === 'confirmed' || seen.kind === 'failed') return seen.kind;
  tell(look === 0 ? 'send' : 'confirm', isSlow);
  if (seen.kind === 'processed') return 'taken';
  // The height is read before the second look, so that no block lies between the two.
  if (await isPast(lastValidBlockHeight)) return endOf(payment);
  if (transaction === null || look % RESEND_EVERY !== 0) return null;
  try {
    await send(transaction);
  } catch (error) {
    if (refusedFor(error) === null) return null;
    // What is refused may have landed a moment ago.
    const end = await endOf(payment);
    return end === 'expired' ? { refused: error } : end;
  }
  tell('confirm', isSlow);
  return 'taken';
}

/** What became of a payment that can't land any more; 'taken' while it may still vanish. */
async function endOf({
  signature,
}: SignedPayment): Promise<'confirmed' | 'failed' | 'expired' | 'taken'> {
  const { kind } = await statusOf(signature, { searchesHistory: true });
  if (kind === 'processed') return 'taken';
  return kind === 'unseen' ? 'expired' : kind;
}
