import { type Result, ok, refuse } from '#domain/base/result';
import type { Parts } from '../kernel/parts.ts';
import { isMemoSignedBy } from './verify-memo.ts';
import { offchainContent, offchainEnvelopes } from './offchain-message.ts';
import { fromBase58, isSignedBy } from './verify-signature.ts';
import { consumeNonce, findNonce } from '../kernel/sessions/sign-in-queries.ts';

/** A wallet's proof of its identity: a signature over a message, or a signed memo transaction. */
export interface Proof {
  readonly walletAddress: string;
  readonly message?: string | undefined;
  readonly signature?: string | undefined;
  readonly signedMessage?: string | undefined;
  readonly transaction?: string | undefined;
}

/** True if the proof holds a signature or a transaction to check. */
export const isSigned = ({ signature, transaction }: Proof): boolean =>
  signature !== undefined || transaction !== undefined;

/** Accepts a message once, if it was issued to this wallet for this purpose and the wallet signed it. */
export async function proveWallet(
  parts: Pick<Parts, 'database'>,
  proof: Proof,
  purpose: string,
): Promise<Result<null>> {
  const nonce = await openNonce(parts, proof, purpose);
  if (!nonce.ok) return nonce;
  const isFirst = await consumeNonce(parts.database, nonce.value);
  return isFirst ? ok(null) : refuse('SIGNATURE_INVALID');
}

/** Returns the unused nonce of a message that the wallet has signed. The caller consumes it. */
export async function openNonce(
  { database }: Pick<Parts, 'database'>,
  proof: Proof,
  purpose: string,
): Promise<Result<string>> {
  const { walletAddress: wallet, message = '' } = proof;
  const nonce = await findNonce(database, { wallet, message, purpose });
  return nonce !== null && isProven(proof, message) ? ok(nonce) : refuse('SIGNATURE_INVALID');
}

function isProven(proof: Proof, message: string): boolean {
  const { walletAddress: wallet, signature, signedMessage, transaction } = proof;
  if (transaction !== undefined) return isMemoSignedBy(wallet, transaction, message);
  const [bytes, key] = [fromBase58(signature ?? ''), fromBase58(wallet)];
  if (bytes === null || key === null) return false;
  // Some wallets sign the text inside an envelope, and not all of them return the envelope.
  const returned = Buffer.from(signedMessage ?? '', 'base64');
  const own = offchainContent(returned) === message ? [returned] : [];
  const texts = [Buffer.from(message, 'utf8'), ...own, ...offchainEnvelopes(key, message)];
  return texts.some((text) => isSignedBy(wallet, bytes, text));
}
