import { type Result, ok, refuse } from '#domain/base/result';
import type { Parts } from '../../parts.ts';
import { isMemoSignedBy } from '../../sign-in/verify-memo.ts';
import { offchainContent } from '../../sign-in/offchain-message.ts';
import { fromBase58, isSignedBy } from '../../sign-in/verify-signature.ts';
import { consumeNonce, findNonce } from '../../store/users/sign-in.ts';

/** What a wallet brings to prove that it is the wallet. */
export interface Proof {
  readonly walletAddress: string;
  readonly message?: string | undefined;
  readonly signature?: string | undefined;
  readonly signedMessage?: string | undefined;
  readonly transaction?: string | undefined;
}

/** Whether there is anything to check. */
export const isSigned = ({ signature, transaction }: Proof): boolean =>
  signature !== undefined || transaction !== undefined;

/** Accepts only a message that was handed out to this wallet for this purpose, once, with its signature. */
export async function proveWallet(
  { database }: Pick<Parts, 'database'>,
  proof: Proof,
  purpose: string,
): Promise<Result<null>> {
  const { walletAddress: wallet, message = '' } = proof;
  const nonce = await findNonce(database, { wallet, message, purpose });
  if (nonce === null || !isProven(proof, message)) return refuse('SIGNATURE_INVALID');
  return (await consumeNonce(database, nonce)) ? ok(null) : refuse('SIGNATURE_INVALID');
}

function isProven(proof: Proof, message: string): boolean {
  const { walletAddress, signature, signedMessage, transaction } = proof;
  if (transaction !== undefined) return isMemoSignedBy(walletAddress, transaction, message);
  const bytes = fromBase58(signature ?? '');
  if (bytes === null) return false;
  if (isSignedBy(walletAddress, bytes, Buffer.from(message, 'utf8'))) return true;
  if (signedMessage === undefined) return false;
  // Some wallets put the text into an envelope of their own and sign that.
  const envelope = Buffer.from(signedMessage, 'base64');
  return offchainContent(envelope) === message && isSignedBy(walletAddress, bytes, envelope);
}
