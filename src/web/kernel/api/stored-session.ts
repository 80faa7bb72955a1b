import { forgetAdminSession } from './admin-session.ts';

/** What the browser remembers of a connected wallet, under the names that the product has always used. */
export interface StoredSession {
  readonly walletConnected: string;
  readonly walletPublicKey: string;
  readonly walletName: string;
  readonly sessionToken: string;
  readonly userId: string;
}

const KEYS = [
  'walletConnected',
  'walletPublicKey',
  'walletName',
  'sessionToken',
  'userId',
] as const satisfies readonly (keyof StoredSession)[];

/** Holds what a browser that blocks its storage will not; until the page is left. */
const memory = new Map<string, string>();
let store = (): Storage => localStorage;
let isMemoryAlone = false;

/** Neither reads nor touches what is stored, from now on: as in a browser that blocks it. */
export function keepSessionInMemory(): void {
  isMemoryAlone = true;
  store = () => {
    throw new Error('not wanted');
  };
}

export function readSession(): Partial<StoredSession> {
  return Object.fromEntries(
    KEYS.flatMap((key) => {
      const value = stored(key);
      return value === null ? [] : [[key, value]];
    }),
  );
}

export function writeSession(facts: Partial<StoredSession>): void {
  for (const [key, value] of Object.entries(facts)) {
    memory.set(key, value);
    try {
      store().setItem(key, value);
    } catch {
      // Blocked or full: this page goes on with its own memory.
    }
  }
}

/** Forgets all five; the owner's session ends with the user's. */
export function clearSession(): void {
  if (!isMemoryAlone) forgetAdminSession();
  for (const key of KEYS) {
    memory.delete(key);
    try {
      store().removeItem(key);
    } catch {
      // Nothing was stored then.
    }
  }
}

/** Tells when another tab connects, signs in or disconnects. */
export function watchSession(listener: () => void): () => void {
  const heard = ({ key }: StorageEvent) => {
    if (key !== null && !KEYS.some((known) => known === key)) return;
    memory.clear();
    listener();
  };
  window.addEventListener('storage', heard);
  return () => window.removeEventListener('storage', heard);
}

function stored(key: string): string | null {
  try {
    return store().getItem(key) ?? memory.get(key) ?? null;
  } catch {
    return memory.get(key) ?? null;
  }
}
