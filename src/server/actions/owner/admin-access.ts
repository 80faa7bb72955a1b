import { type Result, ok, refuse } from '#domain/base/result';
import type { Incoming } from '../../base/route.ts';
import type { Admin } from '../../guards/owner.ts';
import { session } from '../../guards/session.ts';
import type { Parts } from '../../parts.ts';
import { addAdminSession, endAdminSession } from '../../store/users/sessions.ts';
import { type Proof, proveWallet } from '../users/sign-in.ts';

/** An admin session: for the owner's user session, or for a fresh signature of the owner. */
export async function adminAccess(
  parts: Pick<Parts, 'database' | 'sessions' | 'ownerWallet'>,
  incoming: Incoming,
  proof: Proof,
): Promise<Result<{ sessionToken: string }>> {
  const { database, ownerWallet } = parts;
  if (proof.signature === undefined) {
    const caller = await session(parts)(incoming);
    if (!caller.ok) return caller;
    if (caller.value.wallet !== proof.walletAddress) return refuse('WALLET_MISMATCH');
  } else {
    const proven = await proveWallet(parts, proof);
    if (!proven.ok) return proven;
  }
  if (proof.walletAddress !== ownerWallet) return refuse('NOT_OWNER');
  return ok({ sessionToken: await addAdminSession(database, ownerWallet) });
}

/** The session that asks is known no longer. */
export async function endAccess(
  { database }: Pick<Parts, 'database'>,
  { token }: Admin,
): Promise<{ ended: true }> {
  await endAdminSession(database, token);
  return { ended: true };
}
