import { useSyncExternalStore } from 'react';

import type { PayToken } from '#domain/base/money';

import { transport } from '../transport.ts';

const keyOf = (token: PayToken): string => `lmt-quote-${token}`;

/** Tells the browser's other tabs which quote holds: it has ended theirs for the token. */
export function noteQuote(token: PayToken, quoteId: string): void {
  if (transport.isDemo) return;
  try {
    localStorage.setItem(keyOf(token), quoteId);
  } catch {
    // Blocked or full: other tabs are not told.
  }
}

/** Whether another tab was given a quote for the token since this one. */
export function isQuoteEnded(token: PayToken, quoteId: string): boolean {
  if (transport.isDemo) return false;
  try {
    const last = localStorage.getItem(keyOf(token));
    return last !== null && last !== quoteId;
  } catch {
    return false;
  }
}

/** The same as other tabs change it; false while there is no quote. */
export function useQuoteEnded(token: PayToken, quoteId: string | undefined): boolean {
  const isEnded = () => quoteId !== undefined && isQuoteEnded(token, quoteId);
  return useSyncExternalStore(watchTabs, isEnded, isEnded);
}

function watchTabs(listener: () => void): () => void {
  window.addEventListener('storage', listener);
  return () => window.removeEventListener('storage', listener);
}
