import type { WalletKind } from './state.ts';

/** Where a wallet's app opens pages in its own browser. Jupiter documents no such address. */
const BROWSE: Readonly<Record<WalletKind, string | null>> = {
  phantom: 'https://phantom.app/ul/browse/',
  solflare: 'https://solflare.com/ul/v1/browse/',
  jupiter: null,
};

/** The address that opens this page inside the wallet's app, or null where there is none. */
export function deepLink(id: WalletKind, page: URL): string | null {
  const browse = BROWSE[id];
  if (browse === null) return null;
  return `${browse}${encodeURIComponent(page.href)}?ref=${encodeURIComponent(page.origin)}`;
}
