import { type Instant, MINUTE_MS, after, iso } from '#domain/base/time';
import type { SignInFields } from '#domain/users/sign-in-text';

const LIFE_MS = 5 * MINUTE_MS;

/** Purpose of the signature, as the wallet shows it. */
export const STATEMENTS = {
  'sign-in':
    'Sign in to LMT. This request will not trigger a blockchain transaction or cost any fees.',
  admin:
    'Open the LMT admin dashboard as the owner: can move the treasury. This request will not trigger a blockchain transaction or cost any fees.',
} as const;

interface Asked {
  readonly statement: string;
  readonly nonce: string;
  readonly origin: string;
  readonly network: string;
}

/** Chain IDs of networks whose name in Sign In With Solana differs from ours. */
const CHAIN_IDS: Readonly<Record<string, string>> = {
  local: 'localnet',
  custom: 'localnet',
  'mainnet-beta': 'mainnet',
};

/** Builds the fields that a wallet signs, in the form of Sign In With Solana, without its address. */
export function signInFields(
  { statement, nonce, origin, network }: Asked,
  now: Instant,
): SignInFields {
  return {
    domain: new URL(origin).host,
    statement,
    uri: origin,
    version: '1',
    chainId: CHAIN_IDS[network] ?? network,
    nonce,
    issuedAt: iso(now),
    expirationTime: iso(after(now, LIFE_MS)),
  };
}
