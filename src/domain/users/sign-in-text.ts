/** What a Sign In With Solana text says, but for the wallet. */
export interface SignInFields {
  readonly domain: string;
  readonly statement: string;
  readonly uri: string;
  readonly version: string;
  readonly chainId: string;
  readonly nonce: string;
  readonly issuedAt: string;
  readonly expirationTime: string;
}

/** The text that a wallet shows and signs, letter for letter as wallets write it from the same fields. */
export function signInText(fields: SignInFields, wallet: string): string {
  const { domain, statement, uri, version, chainId, nonce, issuedAt, expirationTime } = fields;
  return [
    `${domain} wants you to sign in with your Solana account:`,
    wallet,
    '',
    statement,
    '',
    `URI: ${uri}`,
    `Version: ${version}`,
    `Chain ID: ${chainId}`,
    `Nonce: ${nonce}`,
    `Issued At: ${issuedAt}`,
    `Expiration Time: ${expirationTime}`,
  ].join('\n');
}

/** The text as it was handed out before the wallet was known; null where it names another wallet. */
export function textWithoutWallet(text: string, wallet: string): string | null {
  const [head = '', named, ...rest] = text.split('\n');
  return wallet !== '' && named === wallet ? [head, '', ...rest].join('\n') : null;
}

/** The nonce that a text names; null where it names none. */
export function nonceOf(text: string): string | null {
  return /^Nonce: ([0-9a-f]{32})$/m.exec(text)?.[1] ?? null;
}
