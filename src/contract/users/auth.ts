import { z } from 'zod';
import type { Endpoint } from '../base/endpoint.ts';
import { PATHS } from '../base/paths.ts';
import { address, instantText, lmtAmount, uuid } from '../base/wire.ts';

const nonce = z
  .object({
    message: z.string(),
    /** Only for `admin`: true if the wallet is an owner's, which access requires. */
    isOwner: z.boolean().optional(),
  })
  .meta({ id: 'Nonce' });

/** Message to sign, valid for one sign-in or one admin session within five minutes. */
export const getNonce = {
  method: 'POST',
  path: PATHS.nonce,
  summary: 'A message to sign',
  access: 'anyone',
  body: z.object({ walletAddress: address, purpose: z.enum(['sign-in', 'admin']).optional() }),
  answers: { 200: nonce },
} as const satisfies Endpoint;

const signInFields = z
  .object({
    domain: z.string(),
    statement: z.string(),
    uri: z.string(),
    version: z.string(),
    chainId: z.string(),
    nonce: z.string(),
    issuedAt: instantText,
    expirationTime: instantText,
  })
  .meta({ id: 'SignIn' });

/**
 * Fields of a message to sign, for wallets that connect and sign in one step (Sign In With Solana). The
 * wallet adds its address.
 */
export const getSignIn = {
  method: 'POST',
  path: PATHS.signIn,
  summary: 'The fields of a message to sign, without the wallet',
  access: 'anyone',
  body: z.object({}),
  answers: { 200: signInFields },
} as const satisfies Endpoint;

const session = z.object({ sessionToken: z.string(), userId: uuid }).meta({ id: 'Session' });

/**
 * `signature` of the message, with `signedMessage` (base64) if the wallet signed an off-chain envelope around
 * it; or a signed memo `transaction` (base64, never sent) that carries the message.
 */
export const walletProof = {
  message: z.string().max(2_000),
  signature: z.string().max(200).optional(),
  signedMessage: z.string().max(4_000).optional(),
  transaction: z.string().max(2_000).optional(),
};

export const verifyWallet = {
  method: 'POST',
  path: PATHS.verifyWallet,
  summary: 'Signs in with a signed message',
  access: 'anyone',
  body: z.object({ walletAddress: address, ...walletProof }),
  answers: { 200: session },
  isSecret: true,
  errors: [401],
} as const satisfies Endpoint;

export const logout = {
  method: 'POST',
  path: PATHS.logout,
  summary: 'Revokes the session',
  access: 'user',
  answers: { 200: z.object({ ok: z.literal(true) }).meta({ id: 'LoggedOut' }) },
} as const satisfies Endpoint;

export const user = z
  .object({
    id: uuid,
    walletAddress: z.string(),
    username: z.string(),
    unstakedLMT: lmtAmount,
    soldThisCycle: lmtAmount,
    sellLimitResetDate: instantText.nullable(),
    createdAt: instantText,
  })
  .meta({ id: 'User' });
export type User = z.infer<typeof user>;

export const getUser = {
  method: 'GET',
  path: PATHS.user,
  summary: 'The user of a wallet',
  access: 'reader',
  params: z.object({ walletAddress: address }),
  answers: { 200: user },
  errors: [404],
} as const satisfies Endpoint;

/** Sign-in has created the user: this only returns or names it. */
export const postUser = {
  method: 'POST',
  path: PATHS.users,
  summary: 'Returns or names the session’s own user',
  access: 'user',
  body: z.object({
    walletAddress: address,
    username: z.string().trim().min(1).max(50).optional(),
  }),
  answers: { 200: user },
} as const satisfies Endpoint;
