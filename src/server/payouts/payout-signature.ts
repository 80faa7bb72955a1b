import { type Refused, type Result, ok, refuse } from '#domain/base/result';
import { payoutStatement } from '#domain/payouts/payout-limit';
import type { PayoutOrder } from '#domain/payouts/payout-subject';
import type { Admin } from '../kernel/guards/owner.ts';
import type { Parts } from '../kernel/parts.ts';
import { type Proof, isSigned, openNonce } from '../users/prove-wallet.ts';
import { issueMessage } from '../users/sign-in.ts';

/** A payout that an owner may have to sign for. */
interface Asked {
  readonly admin: Admin;
  readonly proof: Omit<Proof, 'walletAddress'>;
}

/** What is paid, and whether to another wallet than the one that it came from. */
export type ToBeSigned = PayoutOrder & { readonly isElsewhere: boolean };

/** What a text is handed out for: it is good for no other receiver, and for no other amount. */
const purposeOf = ({ purpose, subject, amount, receiver }: PayoutOrder): string =>
  `payout ${purpose} ${subject} of ${amount} to ${receiver}`;

/**
 * Returns the nonce of the text that an owner has signed for this very payout; null if nothing is signed.
 * Refuses a wrong signature. The nonce is consumed once the payout is stored.
 */
export async function signedNonce(
  parts: Pick<Parts, 'database'>,
  asked: Asked,
  order: ToBeSigned,
): Promise<Result<string | null>> {
  const proof = { ...asked.proof, walletAddress: asked.admin.actor };
  return isSigned(proof) ? openNonce(parts, proof, purposeOf(order)) : ok(null);
}

/** The refusal with a text to sign, which says what is paid to whom. */
export async function askToSign(
  parts: Pick<Parts, 'database' | 'network' | 'origin'>,
  asked: Asked,
  order: ToBeSigned,
): Promise<Refused> {
  const statement = payoutStatement(order);
  const text = { wallet: asked.admin.actor, purpose: purposeOf(order), statement };
  const message = await issueMessage(parts, text, asked.admin.host);
  return refuse('SIGNATURE_REQUIRED', { message });
}
