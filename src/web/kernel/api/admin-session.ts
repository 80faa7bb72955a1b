import { createStoredStore } from '../ui/state/create-store.ts';

/** What the browser keeps of the owner's verification; the server alone knows whether it still holds. */
export interface AdminSession {
  readonly wallet: string;
  readonly verified: true;
  readonly timestamp: number;
  readonly sessionToken: string;
}

const store = createStoredStore<AdminSession | null>({
  storage: () => localStorage,
  keys: ['adminVerification', 'adminSession'],
  parse: ([verification, sessionToken]) => {
    if (!verification || !sessionToken) return null;
    try {
      const { wallet, timestamp } = JSON.parse(verification) as Record<string, unknown>;
      if (typeof wallet !== 'string') return null;
      return { wallet, verified: true, timestamp: Number(timestamp), sessionToken };
    } catch {
      return null;
    }
  },
  format: (session) => {
    if (session === null) return [null, null];
    const { sessionToken, ...verification } = session;
    return [JSON.stringify(verification), sessionToken];
  },
});

export const adminSession = store.get;
export const useAdminSession = store.useValue;
export const subscribeAdminSession = store.subscribe;

export function keepAdminSession(wallet: string, sessionToken: string): void {
  store.set({ wallet, verified: true, timestamp: Date.now(), sessionToken });
}

export function forgetAdminSession(): void {
  if (store.get() !== null) store.set(null);
}
