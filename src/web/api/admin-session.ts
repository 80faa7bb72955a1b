/** What the browser keeps of the owner's verification; the server alone knows whether it still holds. */
export interface AdminSession {
  readonly wallet: string;
  readonly verified: true;
  readonly timestamp: number;
  readonly sessionToken: string;
}

const VERIFICATION = 'adminVerification';
const TOKEN = 'adminSession';

const listeners = new Set<() => void>();
let current = stored();

export function adminSession(): AdminSession | null {
  return current;
}

export function keepAdminSession(wallet: string, sessionToken: string): void {
  current = { wallet, verified: true, timestamp: Date.now(), sessionToken };
  const { sessionToken: token, ...verification } = current;
  try {
    localStorage.setItem(VERIFICATION, JSON.stringify(verification));
    localStorage.setItem(TOKEN, token);
  } catch {
    // Blocked or full: it holds until the page is left.
  }
  tell();
}

export function forgetAdminSession(): void {
  if (current === null) return;
  current = null;
  try {
    localStorage.removeItem(VERIFICATION);
    localStorage.removeItem(TOKEN);
  } catch {
    // Nothing was stored then.
  }
  tell();
}

/** Tells of every change, in this tab or another. */
export function subscribeAdminSession(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', readAgain);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', readAgain);
  };
}

function readAgain({ key }: StorageEvent): void {
  if (key !== null && key !== TOKEN) return;
  current = stored();
  tell();
}

function tell(): void {
  for (const listener of listeners) listener();
}

function stored(): AdminSession | null {
  try {
    const sessionToken = localStorage.getItem(TOKEN);
    const { wallet, timestamp } = JSON.parse(localStorage.getItem(VERIFICATION) ?? '{}') as {
      wallet?: unknown;
      timestamp?: unknown;
    };
    if (sessionToken === null || typeof wallet !== 'string') return null;
    return { wallet, verified: true, timestamp: Number(timestamp), sessionToken };
  } catch {
    return null;
  }
}
