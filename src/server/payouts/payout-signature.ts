import { type Refused, type Result, ok, refuse } from '#domain/base/result';
import { payoutStatement } from '#domain/payouts/payout-daily-limit';
import type { PayoutOrder } from '#domain/payouts/payout-subject';
import type { Admin } from '../kernel/guards/owner.ts';
import type { Parts } from '../kernel/parts.ts';
import { type Proof, isSigned, openNonce } from '../users/prove-wallet.ts';
import { issueMessage } from '../users/sign-in.ts';

/** Request whose payout an owner may have to sign for. */
interface SigningRequest {
  readonly admin: Admin;
  readonly proof: Omit<Proof, 'walletAddress'>;
}

/** Order, and whether it pays another wallet than the one the money came from. */
export type ToBeSigned = PayoutOrder & { readonly isElsewhere: boolean };

/** Purpose of a message to sign, which binds it to receiver and amount. */
const purposeOf = ({ purpose, subject, amount, receiver }: PayoutOrder): string =>
  `payout ${purpose} ${subject} of ${amount} to ${receiver}`;

/**
 * Returns the nonce of the message that an owner has signed for exactly this payout; null if nothing is
 * signed. Refuses a wrong signature. The nonce is consumed once the payout is stored.
 */
export async function signedNonce(
  parts: Pick<Parts, 'database'>,
  asked: SigningRequest,
  order: ToBeSigned,
): Promise<Result<string | null>> {
  const proof = { ...asked.proof, walletAddress: asked.admin.actor };
  return isSigned(proof) ? openNonce(parts, proof, purposeOf(order)) : ok(null);
}

/** Builds the refusal with a message to sign, which names amount and receiver. */
export async function requestSignature(
  parts: Pick<Parts, 'database' | 'network' | 'origin'>,
  asked: SigningRequest,
  order: ToBeSigned,
): Promise<Refused> {
  const statement = payoutStatement(order);
  const text = { wallet: asked.admin.actor, purpose: purposeOf(order), statement };
  const message = await issueMessage(parts, text, asked.admin.host);
  return refuse('SIGNATURE_REQUIRED', { message });
}
