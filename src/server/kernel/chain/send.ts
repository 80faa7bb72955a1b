import { getBase64Encoder, getSignatureFromTransaction, getTransactionDecoder } from '@solana/kit';

import { type Reading, type Reason, fact } from '../rpc/answer.ts';
import { type Outcome, type Rpc, read } from '../rpc/rpc-client.ts';
import { isObject, objectAt, withContext } from '../rpc/json-shape.ts';
import { errorText } from './status.ts';

/**
 * Outcome of sending. 'refused' does not mean that the transaction never landed, because the same bytes may have been
 * accepted before; only `follow` determines that.
 */
export type Sending =
  | { readonly kind: 'sent'; readonly signature: string }
  | { readonly kind: 'refused'; readonly code: number; readonly err: string | null }
  | { readonly kind: 'unknown'; readonly reason: Reason };

const isKnownAlready = (outcome: Outcome): boolean =>
  outcome.kind === 'error' && isObject(outcome.data) && outcome.data['err'] === 'AlreadyProcessed';

/**
 * Sends a signed transaction (wire format, base64) through every provider, because one that accepts it may still lose
 * it. Resending is safe: the chain executes it once, and 'already processed' counts as sent.
 *
 * @param reachedSlot minimum slot of a node that simulates the transaction, because an older state may lack its
 * blockhash, its nonce or the treasury's balance
 */
export async function send(rpc: Rpc, transaction: string, reachedSlot = 0): Promise<Sending> {
  const bytes = getBase64Encoder().encode(transaction);
  const signature: string = getSignatureFromTransaction(getTransactionDecoder().decode(bytes));
  const options = {
    encoding: 'base64',
    preflightCommitment: 'confirmed',
    minContextSlot: reachedSlot,
  };
  const sendings = rpc
    .providers()
    .map(async (each) =>
      sendingOf(await each.call('sendTransaction', [transaction, options]), signature),
    );
  return firstSent(sendings);
}

/** Returns the first success without waiting for the others; if there is none, a refusal is preferred to unknown. */
async function firstSent(sendings: readonly Promise<Sending>[]): Promise<Sending> {
  const sent = sendings.map(async (sending) => {
    const done = await sending;
    if (done.kind !== 'sent') throw new Error(done.kind);
    return done;
  });
  return Promise.any(sent).catch(async (): Promise<Sending> => {
    const all = await Promise.all(sendings);
    const refused = all.find(({ kind }) => kind === 'refused');
    return refused ?? all[0] ?? { kind: 'unknown', reason: 'unreachable' };
  });
}

function sendingOf(outcome: Outcome, signature: string): Sending {
  if (outcome.kind === 'trouble') return { kind: 'unknown', reason: outcome.reason };
  if (isKnownAlready(outcome)) return { kind: 'sent', signature };
  if (outcome.kind === 'error') {
    const err = isObject(outcome.data) ? errorText(outcome.data['err']) : null;
    return { kind: 'refused', code: outcome.code, err };
  }
  if (outcome.value !== signature) return { kind: 'unknown', reason: 'malformed' };
  return { kind: 'sent', signature };
}

/** Simulates a transaction. Returns the error with which the chain would refuse it, or null if it would run. */
export async function simulatedError(
  rpc: Rpc,
  transaction: string,
): Promise<Reading<string | null>> {
  const options = {
    encoding: 'base64',
    commitment: 'confirmed',
    sigVerify: false,
    replaceRecentBlockhash: true,
  };
  const outcome = await rpc.call('simulateTransaction', [transaction, options]);
  return read(outcome, (answer) => {
    const { slot, value } = withContext(answer);
    return fact(errorText(objectAt(value, 'simulation')['err']), slot);
  });
}
