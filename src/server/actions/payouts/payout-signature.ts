import { type Refused, type Result, ok, refuse } from '#domain/base/result';
import { payoutStatement } from '#domain/sells/payout-limit';
import type { PayoutOrder } from '#domain/sells/payout-subject';
import type { Admin } from '../../guards/owner.ts';
import type { Parts } from '../../parts.ts';
import { type Proof, isSigned, proveWallet } from '../users/prove-wallet.ts';
import { handOut } from '../users/sign-in.ts';

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

/** Whether an owner has signed for this very payout; a signature that does not hold is refused. */
export async function isSignedFor(
  parts: Pick<Parts, 'database'>,
  asked: Asked,
  order: ToBeSigned,
): Promise<Result<boolean>> {
  const proof = { ...asked.proof, walletAddress: asked.admin.actor };
  if (!isSigned(proof)) return ok(false);
  const proven = await proveWallet(parts, proof, purposeOf(order));
  return proven.ok ? ok(true) : proven;
}

/** The refusal with a text to sign, which says what is paid to whom. */
export async function askToSign(
  parts: Pick<Parts, 'database' | 'network' | 'origin'>,
  asked: Asked,
  order: ToBeSigned,
): Promise<Refused> {
  const statement = payoutStatement(order);
  const text = { wallet: asked.admin.actor, purpose: purposeOf(order), statement };
  const message = await handOut(parts, text, asked.admin.host);
  return refuse('SIGNATURE_REQUIRED', { message });
}
