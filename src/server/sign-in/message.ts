import { type Instant, MINUTE_MS, after, iso } from '#domain/base/time';

const LIFE_MS = 5 * MINUTE_MS;

export interface SignInMessage {
  readonly message: string;
  readonly expiresAt: Instant;
}

/** What a text is signed for, as the wallet shows it. */
export const STATEMENTS = {
  'sign-in':
    'Sign in to LMT. This request will not trigger a blockchain transaction or cost any fees.',
  admin:
    'Open the LMT admin dashboard as the owner: can move the treasury. This request will not trigger a blockchain transaction or cost any fees.',
} as const;

interface Asked {
  readonly wallet: string;
  readonly statement: string;
  readonly nonce: string;
  readonly origin: string;
  readonly network: string;
}

/** Networks whose names in such a text are others than ours. */
const CHAIN_IDS: Readonly<Record<string, string>> = {
  local: 'localnet',
  custom: 'localnet',
  'mainnet-beta': 'mainnet',
};

/** The text that a wallet shows and signs, in the form of Sign In With Solana. */
export function signInMessage(
  { wallet, statement, nonce, origin, network }: Asked,
  now: Instant,
): SignInMessage {
  const expiresAt = after(now, LIFE_MS);
  const message = [
    `${new URL(origin).host} wants you to sign in with your Solana account:`,
    wallet,
    '',
    statement,
    '',
    `URI: ${origin}`,
    'Version: 1',
    `Chain ID: ${CHAIN_IDS[network] ?? network}`,
    `Nonce: ${nonce}`,
    `Issued At: ${iso(now)}`,
    `Expiration Time: ${iso(expiresAt)}`,
  ].join('\n');
  return { message, expiresAt };
}
