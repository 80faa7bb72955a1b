import type { IdentifierString } from '@wallet-standard/base';

/** What a wallet app granted this page, until it is disconnected. */
export interface Grant {
  /** By which the app knows the page again. */
  readonly token: string;
  readonly chain: IdentifierString;
  readonly addresses: readonly string[];
  /** Where this very app opens; null: the phone asks which one. */
  readonly base: string | null;
  /** It signs without sending. */
  readonly isSigner: boolean;
}

const KEY = 'lmt-wallet-app';

export function storedGrant(): Grant | null {
  try {
    const grant = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Grant | null;
    return Array.isArray(grant?.addresses) ? grant : null;
  } catch {
    return null;
  }
}

/** Where the browser blocks its storage, the grant ends with the page. */
export function storeGrant(grant: Grant | null): void {
  try {
    if (grant === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify(grant));
  } catch {
    // Nothing was stored then.
  }
}
