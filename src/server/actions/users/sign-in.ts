import { randomBytes } from 'node:crypto';
import { type Result, ok, refuse } from '#domain/base/result';
import { iso } from '#domain/base/time';
import type { Caller } from '../../guards/session.ts';
import { clearSessionCookie, setSessionCookie } from '../../base/cookie.ts';
import { hostOf } from '../../base/origin.ts';
import type { Answer, Incoming } from '../../base/route.ts';
import type { Parts } from '../../parts.ts';
import { isMemoSignedBy } from '../../sign-in/verify-memo.ts';
import { signInMessage } from '../../sign-in/message.ts';
import { fromBase58, isSignedBy } from '../../sign-in/verify-signature.ts';
import { newId } from '../../store/db/ids.ts';
import { readClock } from '../../store/terms/protocol-clock.ts';
import { addSession, revokeSession } from '../../store/users/sessions.ts';
import { addNonce, findNonce, readWallClock, consumeNonce } from '../../store/users/sign-in.ts';
import { createUser, findUserId } from '../../store/users/users.ts';

const NONCE_BYTES = 16;

/** A message to sign; several may be open side by side. */
export async function getNonce(
  { database, network, origin }: Pick<Parts, 'database' | 'network' | 'origin'>,
  { walletAddress }: { readonly walletAddress: string },
  { headers }: Incoming,
): Promise<{ message: string }> {
  const nonce = randomBytes(NONCE_BYTES).toString('hex');
  const now = await readWallClock(database);
  const { message, expiresAt } = signInMessage(
    walletAddress,
    nonce,
    origin.of(hostOf(headers)),
    network,
    now,
  );
  await addNonce(database, { nonce, wallet: walletAddress, message }, iso(expiresAt));
  return { message };
}

/** What a wallet brings to prove that it is the wallet. */
export interface Proof {
  readonly walletAddress: string;
  readonly message?: string | undefined;
  readonly signature?: string | undefined;
  readonly transaction?: string | undefined;
}

/** Accepts only a message that was handed out to this wallet, once, with its signature. */
export async function proveWallet(
  { database }: Pick<Parts, 'database'>,
  proof: Proof,
): Promise<Result<null>> {
  const { walletAddress, message = '' } = proof;
  const nonce = await findNonce(database, walletAddress, message);
  if (nonce === null || !isProven(proof, message)) return refuse('SIGNATURE_INVALID');
  return (await consumeNonce(database, nonce)) ? ok(null) : refuse('SIGNATURE_INVALID');
}

function isProven({ walletAddress, signature, transaction }: Proof, message: string): boolean {
  if (transaction !== undefined) return isMemoSignedBy(walletAddress, transaction, message);
  const bytes = fromBase58(signature ?? '');
  return bytes !== null && isSignedBy(walletAddress, bytes, Buffer.from(message, 'utf8'));
}

/** Signs a wallet in; its first time makes its user. */
export async function verifyWallet(
  parts: Pick<Parts, 'database' | 'origin'>,
  proof: Proof,
): Promise<Result<Answer<{ sessionToken: string; userId: string }>>> {
  const proven = await proveWallet(parts, proof);
  if (!proven.ok) return proven;
  const userId = await userOf(parts, proof.walletAddress);
  const sessionToken = await addSession(parts.database, userId);
  const cookie = setSessionCookie(sessionToken, parts.origin.isHttps);
  return ok({ status: 200, body: { sessionToken, userId }, headers: { 'set-cookie': cookie } });
}

/** Revokes the session, and takes the cookie back. */
export async function logout(
  { database, origin }: Pick<Parts, 'database' | 'origin'>,
  { token }: Caller,
): Promise<Result<Answer<{ ok: true }>>> {
  await revokeSession(database, token);
  const cookie = clearSessionCookie(origin.isHttps);
  return ok({ status: 200, body: { ok: true }, headers: { 'set-cookie': cookie } });
}

async function userOf({ database }: Pick<Parts, 'database'>, wallet: string): Promise<string> {
  const known = await findUserId(database, wallet);
  if (known !== null) return known;
  const now = await readClock(database);
  const made = { id: newId(now), wallet, username: `User${wallet.slice(0, 8)}` };
  if (await createUser(database, made, now)) return made.id;
  const other = await findUserId(database, wallet);
  if (other === null) throw new Error(`the user of ${wallet} was made and is gone`);
  return other;
}
