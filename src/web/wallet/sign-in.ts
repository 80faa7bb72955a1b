import { getBase58Decoder, getBase64Decoder } from '@solana/kit';

import { type Session, askNonce, endSession, verifySignature } from '../api/auth.ts';
import { signInFailure, walletFailure } from './failure.ts';
import { type Live, featuresOf } from './live.ts';

let ending: Promise<unknown> = Promise.resolve();

/** Signs the server's message with the wallet and trades it for a session. */
export async function signIn(live: Live): Promise<Session> {
  // The answer to a logout takes the cookie away: it must not come after the new one.
  await ending;
  const walletAddress = live.account.address;
  if (!canSign(live)) throw walletFailure('unsupported');
  try {
    const { message } = await askNonce(walletAddress);
    return await verifySignature({ walletAddress, message, ...(await proofOf(live, message)) });
  } catch (error) {
    throw signInFailure(error);
  }
}

function canSign({ wallet }: Live): boolean {
  const features = featuresOf(wallet);
  return 'solana:signMessage' in features || 'solana:signTransaction' in features;
}

/** Revokes a session. It reads who asks before it returns, so that memory may be cleared right after. */
export function revoke(sessionToken: string | undefined): Promise<boolean> {
  const done = endSession(sessionToken).then(
    () => true,
    (error: unknown) => (error as { status?: number }).status === 401,
  );
  ending = done;
  return done;
}

/** What a wallet gives for a text, as the server takes it. */
export type WalletProof =
  | { readonly signature: string; readonly signedMessage?: string }
  | { readonly transaction: string };

/** A signature; from an account that can't sign texts, a memo transaction that is never sent. */
export async function proofOf({ wallet, account }: Live, message: string): Promise<WalletProof> {
  const features = featuresOf(wallet);
  const sign = features['solana:signMessage'];
  if (!sign || !account.features.includes('solana:signMessage')) {
    const signTransaction = features['solana:signTransaction'];
    if (!signTransaction) throw walletFailure('noMessages');
    const { memoTransaction, base64 } = await import('./memo.ts');
    const unsigned = memoTransaction(account.address, message);
    const [signed] = await signTransaction.signTransaction({ account, transaction: unsigned });
    if (!signed) throw walletFailure('authentication');
    return { transaction: base64(signed.signedTransaction) };
  }
  const bytes = new TextEncoder().encode(message);
  const [signed] = await sign.signMessage({ account, message: bytes });
  if (!signed) throw walletFailure('authentication');
  const signature = getBase58Decoder().decode(signed.signature);
  const isPlain = signed.signedMessage.every((byte, at) => byte === bytes[at]);
  if (isPlain && signed.signedMessage.length === bytes.length) return { signature };
  // The wallet put the text into an envelope: the server looks for it there.
  return { signature, signedMessage: getBase64Decoder().decode(signed.signedMessage) };
}
