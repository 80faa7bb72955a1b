import { type Result, ok, refuse } from '#domain/base/result';
import type { Answer, Incoming } from '../kernel/base/route.ts';
import type { Admin } from '../kernel/guards/owner.ts';
import { session, tokenOf } from '../kernel/guards/session.ts';
import type { Parts } from '../kernel/parts.ts';
import { addAdminSession, endAdminSession } from '../kernel/sessions/sessions.ts';
import { type Proof, isSigned, proveWallet } from './prove-wallet.ts';
import { openSession } from './sign-in.ts';

/**
 * Opens an admin session for a fresh signature of an owner. The admin session belongs to the user session and
 * ends with it. A caller without a user session is signed in by the same signature.
 */
export async function adminAccess(
  parts: Pick<Parts, 'clock' | 'database' | 'sessions' | 'owners' | 'origin'>,
  incoming: Incoming,
  proof: Proof,
): Promise<Result<Answer<{ sessionToken: string }>>> {
  const { walletAddress } = proof;
  const isSignedIn = tokenOf(incoming) !== null;
  const caller = await session(parts)(incoming);
  if (!caller.ok && (isSignedIn || !isSigned(proof))) return caller;
  if (caller.ok && caller.value.wallet !== walletAddress) return refuse('WALLET_MISMATCH');
  if (caller.ok && !parts.owners.has(walletAddress)) return refuse('NOT_OWNER');
  if (!isSigned(proof)) return refuse('SIGNATURE_REQUIRED', {});
  const proven = await proveWallet(parts, proof, 'admin');
  if (!proven.ok) return proven;
  if (!parts.owners.has(walletAddress)) return refuse('NOT_OWNER');
  const opened = caller.ok ? null : await openSession(parts, walletAddress);
  const userToken = caller.ok ? caller.value.token : (opened?.body.sessionToken ?? '');
  const sessionToken = await addAdminSession(parts.database, walletAddress, userToken);
  return ok({
    status: 200,
    body: { sessionToken },
    ...(opened ? { headers: opened.headers } : {}),
  });
}

/** Ends the calling admin session. */
export async function endAccess(
  { database }: Pick<Parts, 'database'>,
  { token }: Admin,
): Promise<{ ended: true }> {
  await endAdminSession(database, token);
  return { ended: true };
}
