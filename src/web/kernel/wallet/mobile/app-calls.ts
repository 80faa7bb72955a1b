import {
  getBase58Decoder,
  getBase58Encoder,
  getBase64Decoder,
  getBase64Encoder,
} from '@solana/kit';
import type { IdentifierString } from '@wallet-standard/base';

import { type SignInFields, signInText } from '#domain/users/sign-in-text';

import { texts } from '../../ui/texts/shared-texts.ts';
import { mobileWalletTexts } from '../mobile-wallet-texts.ts';
import { WalletFailure, refusal } from '../failure.ts';
import type { Conversation } from './conversation.ts';
import type { Grant } from './grant.ts';

/** Codes by which a wallet app says that its owner would not be known to the page, or would not sign. */
const UNAUTHORIZED = -1;
const NOT_SIGNED = -3;
const SIGNATURE_BYTES = 64;
/** What the protocol's first version calls the chains. */
const CLUSTERS: Readonly<Record<string, string>> = { 'solana:mainnet': 'mainnet-beta' };

interface Authorization {
  readonly auth_token: string;
  readonly accounts: readonly { readonly address: string }[];
  readonly wallet_uri_base?: string | null;
  readonly sign_in_result?: {
    readonly address: string;
    readonly signed_message: string;
    readonly signature: string;
  };
}

export interface SignedText {
  readonly signedMessage: Uint8Array;
  readonly signature: Uint8Array;
}

interface Asked {
  readonly chain: IdentifierString;
  readonly token?: string;
  readonly fields?: SignInFields;
}

/** Asks the app's owner for an account; with a token, whether the old answer still stands. */
export async function authorize(
  app: Conversation,
  { chain, token, fields }: Asked,
): Promise<{ readonly grant: Grant; readonly signed: (SignedText & { address: string }) | null }> {
  const identity = { name: texts.app.name, uri: location.origin, icon: 'favicon.svg' };
  const { features } = await app.call<{ features?: readonly string[] }>('get_capabilities', {});
  const isOld = app.isLegacy && token !== undefined;
  const answer = await app.call<Authorization>(isOld ? 'reauthorize' : 'authorize', {
    identity,
    ...(token !== undefined && { auth_token: token }),
    ...(!isOld && { chain, cluster: CLUSTERS[chain] ?? chain.replace('solana:', '') }),
    ...(fields && { sign_in_payload: fields }),
  });
  const grant: Grant = {
    token: answer.auth_token,
    chain,
    addresses: answer.accounts.map(({ address }) => getBase58Decoder().decode(bytesOf(address))),
    base: answer.wallet_uri_base ?? null,
    isSigner:
      app.isLegacy || features === undefined || features.includes('solana:signTransactions'),
  };
  const { sign_in_result: result } = answer;
  if (!result) return { grant, signed: null };
  const signed = {
    address: getBase58Decoder().decode(bytesOf(result.address)),
    signedMessage: bytesOf(result.signed_message),
    signature: bytesOf(result.signature),
  };
  return { grant, signed };
}

/** The same where the token counts no longer: then the owner is asked. */
export async function reauthorize(app: Conversation, { chain, token }: Grant): Promise<Grant> {
  try {
    return (await authorize(app, { chain, token })).grant;
  } catch (error) {
    if (codeOf(error) !== UNAUTHORIZED) throw error;
    return (await authorize(app, { chain })).grant;
  }
}

/** A sign-in text, signed by an app that knows nothing of Sign In With Solana. */
export function signFields(
  app: Conversation,
  address: string,
  fields: SignInFields,
): Promise<SignedText> {
  return signText(app, address, new TextEncoder().encode(signInText(fields, address)));
}

export async function signText(
  app: Conversation,
  address: string,
  message: Uint8Array,
): Promise<SignedText> {
  const [payload] = await signed(app, 'sign_messages', {
    addresses: [base64(getBase58Encoder().encode(address))],
    payloads: [base64(message)],
  });
  if (!payload) throw new WalletFailure(mobileWalletTexts.errors.empty);
  // The signature comes after what was signed; some apps give it alone.
  const over = payload.slice(0, -SIGNATURE_BYTES);
  return {
    signedMessage: over.length === 0 ? message : over,
    signature: payload.slice(-SIGNATURE_BYTES),
  };
}

export function signTransactions(
  app: Conversation,
  transactions: readonly Uint8Array[],
): Promise<readonly Uint8Array[]> {
  return signed(app, 'sign_transactions', { payloads: transactions.map(base64) });
}

export async function sendTransactions(
  app: Conversation,
  transactions: readonly Uint8Array[],
): Promise<readonly Uint8Array[]> {
  const { signatures } = await app.call<{ signatures: readonly string[] }>(
    'sign_and_send_transactions',
    { payloads: transactions.map(base64) },
  );
  return signatures.map(bytesOf);
}

async function signed(
  app: Conversation,
  method: string,
  params: { readonly payloads: readonly string[]; readonly addresses?: readonly string[] },
): Promise<readonly Uint8Array[]> {
  const { signed_payloads: payloads } = await app.call<{ signed_payloads: readonly string[] }>(
    method,
    params,
  );
  if (payloads.length !== params.payloads.length)
    throw new WalletFailure(mobileWalletTexts.errors.empty);
  return payloads.map(bytesOf);
}

/** What the protocol calls by its own codes is called as other wallets do. */
export function asWalletError(error: unknown): unknown {
  const isRefusal = [UNAUTHORIZED, NOT_SIGNED].some((code) => code === codeOf(error));
  return isRefusal && error instanceof Error ? refusal(error.message) : error;
}

function codeOf(error: unknown): unknown {
  return (error as { readonly code?: unknown } | null)?.code;
}

function base64(bytes: { readonly length: number } & Iterable<number>): string {
  return getBase64Decoder().decode(new Uint8Array(bytes));
}

function bytesOf(text: string): Uint8Array {
  return new Uint8Array(getBase64Encoder().encode(text));
}
