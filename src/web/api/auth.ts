import type { User, getNonce, verifyWallet } from '#contract/auth';
import { PATHS } from '#contract/paths';

import type { AnswerOf, BodyOf } from './answer-of.ts';
import { call } from './client.ts';
import { fillPath } from './fill-path.ts';

export type Session = AnswerOf<typeof verifyWallet>;

export function askNonce(walletAddress: string): Promise<AnswerOf<typeof getNonce>> {
  const body: BodyOf<typeof getNonce> = { walletAddress };
  return call(PATHS.nonce, { method: 'POST', body });
}

export function verifySignature(body: BodyOf<typeof verifyWallet>): Promise<Session> {
  return call(PATHS.verifyWallet, { method: 'POST', body });
}

/** Whoever leaves should not be kept waiting. */
const LEAVE_MS = 5_000;

/** Revokes the session that the token stands for, else the cookie's. */
export function endSession(sessionToken: string | undefined): Promise<unknown> {
  const headers = sessionToken === undefined ? {} : { 'x-session-token': sessionToken };
  const signal = AbortSignal.timeout(LEAVE_MS);
  return call(PATHS.logout, { method: 'POST', headers, signal });
}

export function readUser(walletAddress: string): Promise<User> {
  return call(fillPath(PATHS.user, { walletAddress }));
}
