import type { AnswerOf, BodyOf } from '#contract/api';
import type { verifyWallet } from '#contract/auth';
import { PATHS } from '#contract/paths';

import { call } from './client.ts';

export type Session = AnswerOf<typeof verifyWallet>;

export function askNonce(walletAddress: string) {
  return call('POST', PATHS.nonce, { body: { walletAddress } });
}

/** The fields of a text to sign, for a wallet that is not known yet. */
export function askSignIn() {
  return call('POST', PATHS.signIn, { body: {} });
}

/** The text that opens the dashboard, and whether this wallet's signature would. */
export function askAdminNonce(walletAddress: string) {
  return call('POST', PATHS.nonce, { body: { walletAddress, purpose: 'admin' } });
}

export function verifySignature(body: BodyOf<typeof verifyWallet>): Promise<Session> {
  return call('POST', PATHS.verifyWallet, { body });
}

/** Signing out should not wait for the server. */
const LEAVE_MS = 5_000;

/** Revokes the session that the token stands for, else the cookie's. */
export function endSession(sessionToken: string | undefined): Promise<unknown> {
  const headers = sessionToken === undefined ? {} : { 'x-session-token': sessionToken };
  return call('POST', PATHS.logout, { headers, timeoutMs: LEAVE_MS });
}

export function readUser(walletAddress: string) {
  return call('GET', PATHS.user, { params: { walletAddress } });
}
