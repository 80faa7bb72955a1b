/** Fields of a Sign In With Solana text, without the wallet. */
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

/** Builds the text that a wallet shows and signs, exactly as wallets build it from these fields. */
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

/** Removes the wallet from a text; null if it names another wallet. */
export function textWithoutWallet(text: string, wallet: string): string | null {
  const [head = '', named, ...rest] = text.split('\n');
  return wallet !== '' && named === wallet ? [head, '', ...rest].join('\n') : null;
}

/** Returns the nonce in a text; null if there is none. */
export function nonceOf(text: string): string | null {
  return /^Nonce: ([0-9a-f]{32})$/m.exec(text)?.[1] ?? null;
}
