import { getBase58Decoder, getBase64Decoder } from '@solana/kit';
import type { Wallet, WalletAccount } from '@wallet-standard/base';

import type { AnswerOf, BodyOf } from '#contract/api';
import type { verifyWallet } from '#contract/users/auth';
import { PATHS } from '#contract/base/paths';
import { signInText } from '#domain/users/sign-in-text';

import { ApiError } from '../api/api-error.ts';
import { call } from '../api/client.ts';
import { unlockWallet } from './unlock-wallet.ts';
import { WalletFailure, isRejection, notSigned, signInFailure, walletFailure } from './failure.ts';
import { hasHardware, rememberTransactions, signsTransactions } from './hardware.ts';
import { type Live, featuresOf } from './live.ts';
import { canSign } from './registry.ts';

type Session = AnswerOf<typeof verifyWallet>;

/** Signing out should not wait for the server. */
const LEAVE_MS = 5_000;

let ending: Promise<unknown> = Promise.resolve();

/** What the wallet is asked to sign; a text unless the account is known to sign transactions alone. */
export type Way = 'text' | 'transaction';

/**
 * Signs the server's message with the wallet and trades it for a session.
 *
 * @param goOn throws where the user has given this wallet up
 */
export async function signIn(
  live: Live,
  way: Way,
  goOn: () => void = () => undefined,
): Promise<Session> {
  // The answer to a logout takes the cookie away: it must not come after the new one.
  await ending;
  const walletAddress = live.account.address;
  if (!canSign(live.wallet)) throw walletFailure('unsupported');
  const { message } = await call('POST', PATHS.nonce, { body: { walletAddress } }).catch(fail);
  const proof = await proofOf(live, message, way).catch((error: unknown) => {
    throw notSigned(error);
  });
  goOn();
  const session = await verified({ walletAddress, message, ...proof });
  if ('transaction' in proof) rememberTransactions(walletAddress);
  return session;
}

/** Connects and signs in one step, by Sign In With Solana. */
export async function joinedSignIn(
  wallet: Wallet,
  goOn: () => void,
): Promise<{ readonly account: WalletAccount; readonly session: Session } | null> {
  const feature = featuresOf(wallet)['solana:signIn'];
  if (!feature || hasHardware()) return null;
  await ending;
  const fields = await call('POST', PATHS.signIn, { body: {} }).catch(fail);
  const output = await feature.signIn(fields).catch((error: unknown) => {
    if (isRejection(error)) throw notSigned(error);
    if (error instanceof WalletFailure) throw error;
    // It offers what it cannot do: the two steps are the second way.
    return [];
  });
  goOn();
  const [signed] = output;
  if (!signed) return null;
  const { account, signature, signedMessage } = signed;
  const message = signInText(fields, account.address);
  const proof = textProof(message, signature, signedMessage);
  return {
    account,
    session: await verified({ walletAddress: account.address, message, ...proof }),
  };
}

async function verified(body: BodyOf<typeof verifyWallet>): Promise<Session> {
  try {
    return await call('POST', PATHS.verifyWallet, { body });
  } catch (error) {
    const isRefused = error instanceof ApiError && error.code === 'SIGNATURE_INVALID';
    throw isRefused ? notSigned(error) : signInFailure(error);
  }
}

function fail(error: unknown): never {
  throw signInFailure(error);
}

/**
 * Revokes the session of the token, else the cookie's. The request takes its headers before this returns:
 * the caller may clear the wallet's state right after.
 */
export function revoke(sessionToken: string | undefined): Promise<boolean> {
  const headers = sessionToken === undefined ? {} : { 'x-session-token': sessionToken };
  const done = call('POST', PATHS.logout, { headers, timeoutMs: LEAVE_MS }).then(
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

/** A signature; from an account that can't or won't sign texts, a memo transaction that is never sent. */
export async function proofOf(
  live: Live,
  message: string,
  way: Way = 'text',
): Promise<WalletProof> {
  const { wallet, account } = await unlockWallet(live);
  const features = featuresOf(wallet);
  const sign = features['solana:signMessage'];
  const signsTexts = sign && account.features.includes('solana:signMessage');
  const wantsMemo = way === 'transaction' || signsTransactions(account.address);
  if (!signsTexts || (wantsMemo && features['solana:signTransaction'])) {
    const signTransaction = features['solana:signTransaction'];
    if (!signTransaction) throw walletFailure('noMessages');
    const { memoTransaction } = await import('./memo.ts');
    const unsigned = memoTransaction(account.address, message);
    const [signed] = await signTransaction.signTransaction({ account, transaction: unsigned });
    if (!signed) throw walletFailure('authentication');
    return { transaction: getBase64Decoder().decode(signed.signedTransaction) };
  }
  const bytes = new TextEncoder().encode(message);
  const [signed] = await sign.signMessage({ account, message: bytes });
  if (!signed) throw walletFailure('authentication');
  return textProof(message, signed.signature, signed.signedMessage);
}

function textProof(message: string, signed: Uint8Array, over: Uint8Array): WalletProof {
  const signature = getBase58Decoder().decode(signed);
  const bytes = new TextEncoder().encode(message);
  const isPlain = over.length === bytes.length && over.every((byte, at) => byte === bytes[at]);
  // Where the wallet put the text into an envelope, the server looks for it there.
  return isPlain ? { signature } : { signature, signedMessage: getBase64Decoder().decode(over) };
}
