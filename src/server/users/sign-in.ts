import { randomBytes } from 'node:crypto';
import type { getNonce as endpoint } from '#contract/users/auth';
import { type Result, ok } from '#domain/base/result';
import { type SignInFields, signInText } from '#domain/users/sign-in-text';
import { type Caller, tokenOf } from '../kernel/guards/session.ts';
import { clearSessionCookie, setSessionCookie } from '../kernel/base/cookie.ts';
import { hostOf } from '../kernel/base/origin.ts';
import type { Answer, Call, Incoming } from '../kernel/base/route.ts';
import type { Parts } from '../kernel/parts.ts';
import { STATEMENTS, signInFields } from './sign-in-fields.ts';
import { newId } from '../kernel/db/ids.ts';
import { readClock } from '../kernel/terms/protocol-clock.ts';
import { addSession, revokeSession } from '../kernel/sessions/sessions.ts';
import { addNonce, readWallClock } from '../kernel/sessions/sign-in-queries.ts';
import { createUser, findUserId } from './user-queries.ts';
import { type Proof, proveWallet } from './prove-wallet.ts';

const NONCE_BYTES = 16;

/**
 * Issues a message to sign; several may be open at once. For the dashboard, also returns whether the wallet
 * is an owner.
 */
export async function getNonce(
  parts: Pick<Parts, 'database' | 'network' | 'origin' | 'owners'>,
  { walletAddress: wallet, purpose = 'sign-in' }: Call<typeof endpoint>['body'],
  incoming: Incoming,
): Promise<{ message: string; isOwner?: boolean }> {
  const text = { wallet, purpose, statement: STATEMENTS[purpose] };
  const message = await issueMessage(parts, text, hostOf(incoming.headers));
  return purpose === 'admin' ? { message, isOwner: parts.owners.has(wallet) } : { message };
}

/** Issues a message for a wallet that is not known yet. Returns its fields, to which the wallet adds its address. */
export async function getSignIn(
  parts: Pick<Parts, 'database' | 'network' | 'origin'>,
  incoming: Incoming,
): Promise<SignInFields> {
  const text = { wallet: '', purpose: 'sign-in', statement: STATEMENTS['sign-in'] };
  return (await issue(parts, text, hostOf(incoming.headers))).fields;
}

interface Text {
  /** Empty if any wallet may sign the message. */
  readonly wallet: string;
  readonly purpose: string;
  readonly statement: string;
}

/** Issues and stores a message that a wallet can sign once, within five minutes. */
export async function issueMessage(
  parts: Pick<Parts, 'database' | 'network' | 'origin'>,
  text: Text,
  host: string | undefined,
): Promise<string> {
  return (await issue(parts, text, host)).message;
}

async function issue(
  { database, network, origin }: Pick<Parts, 'database' | 'network' | 'origin'>,
  { wallet, purpose, statement }: Text,
  host: string | undefined,
): Promise<{ fields: SignInFields; message: string }> {
  const nonce = randomBytes(NONCE_BYTES).toString('hex');
  const asked = { statement, nonce, origin: origin.of(host), network };
  const fields = signInFields(asked, await readWallClock(database));
  const message = signInText(fields, wallet);
  await addNonce(database, { nonce, wallet, message, purpose }, fields.expirationTime);
  return { fields, message };
}

/** Signs a wallet in. Creates its user at the first sign-in. */
export async function verifyWallet(
  parts: Pick<Parts, 'database' | 'origin' | 'sessions'>,
  proof: Proof,
  incoming: Incoming,
): Promise<Result<Answer<{ sessionToken: string; userId: string }>>> {
  const proven = await proveWallet(parts, proof, 'sign-in');
  if (!proven.ok) return proven;
  await endOtherSession(parts, proof.walletAddress, incoming);
  const { body, headers } = await openSession(parts, proof.walletAddress);
  return ok({ status: 200, body, headers });
}

/** Opens a session for a proven wallet. Returns its token and the cookie. */
export async function openSession(
  parts: Pick<Parts, 'database' | 'origin'>,
  wallet: string,
): Promise<
  Pick<Answer<{ sessionToken: string; userId: string }>, 'body'> & {
    headers: { 'set-cookie': string };
  }
> {
  const userId = await userOf(parts, wallet);
  const sessionToken = await addSession(parts.database, userId);
  const cookie = setSessionCookie(sessionToken, parts.origin.isHttps);
  return { body: { sessionToken, userId }, headers: { 'set-cookie': cookie } };
}

/** Revokes the browser's session if it belongs to another wallet. */
async function endOtherSession(
  { database, sessions }: Pick<Parts, 'database' | 'sessions'>,
  wallet: string,
  incoming: Incoming,
): Promise<void> {
  const token = tokenOf(incoming);
  if (token === null) return;
  const before = await sessions.find(token);
  if (before && before.wallet !== wallet) await revokeSession(database, token);
}

/** Revokes the session and clears the cookie. */
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
