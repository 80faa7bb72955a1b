import { type Refused, type Result, ok, refuse } from '#domain/base/result';
import { aboveLimitStatement } from '#domain/sells/payout-limit';
import type { PayoutOrder } from '#domain/sells/payout-subject';
import type { Admin } from '../../guards/owner.ts';
import type { Parts } from '../../parts.ts';
import { type Proof, isSigned, proveWallet } from '../users/prove-wallet.ts';
import { handOut } from '../users/sign-in.ts';

/** A payout that an owner may have to sign for. */
interface Asked {
  readonly purpose: string;
  readonly subject: string;
  readonly admin: Admin;
  readonly proof: Omit<Proof, 'walletAddress'>;
}

const purposeOf = ({ purpose, subject }: Asked): string => `payout ${purpose} ${subject}`;

/** Whether an owner has signed for this very payout; a signature that does not hold is refused. */
export async function isSignedFor(
  parts: Pick<Parts, 'database'>,
  asked: Asked,
): Promise<Result<boolean>> {
  const proof = { ...asked.proof, walletAddress: asked.admin.actor };
  if (!isSigned(proof)) return ok(false);
  const proven = await proveWallet(parts, proof, purposeOf(asked));
  return proven.ok ? ok(true) : proven;
}

/** The refusal with a text to sign, which says what is paid to whom. */
export async function askToSign(
  parts: Pick<Parts, 'database' | 'network' | 'origin'>,
  asked: Asked,
  order: PayoutOrder,
): Promise<Refused> {
  const statement = aboveLimitStatement(order);
  const text = { wallet: asked.admin.actor, purpose: purposeOf(asked), statement };
  const message = await handOut(parts, text, asked.admin.host);
  return refuse('SIGNATURE_REQUIRED', { message });
}
