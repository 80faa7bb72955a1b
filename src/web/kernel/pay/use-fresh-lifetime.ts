import { useEffect } from 'react';

import { recentLifetime } from './chain.ts';

const REFRESH_MS = 10_000;

/** While a form can be sent off, a fresh blockhash lies ready: the click leads to the wallet without a wait. */
export function useFreshLifetime(isReady: boolean): void {
  useEffect(() => {
    if (!isReady) return undefined;
    const refresh = () => {
      if (document.visibilityState === 'hidden') return;
      void recentLifetime().catch(() => undefined);
    };
    refresh();
    const timer = setInterval(refresh, REFRESH_MS);
    return () => clearInterval(timer);
  }, [isReady]);
}
