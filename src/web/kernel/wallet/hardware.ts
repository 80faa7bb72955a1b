const KEY = 'lmt-signs-transactions';
/** For browsers that block their storage; until the page is left. */
const memory = new Set<string>();

/** Whether this account is known to sign transactions where others sign texts. */
export function signsTransactions(address: string): boolean {
  return known().has(address);
}

/** Whether any account in this browser does: a wallet that joins connecting and signing would ask for a text. */
export function hasHardware(): boolean {
  return known().size > 0;
}

/** From now on the account is asked for a transaction at once. */
export function rememberTransactions(address: string): void {
  memory.add(address);
  try {
    localStorage.setItem(KEY, JSON.stringify([...known()]));
  } catch {
    // Blocked or full: this page remembers.
  }
}

function known(): ReadonlySet<string> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return new Set([...memory, ...(Array.isArray(stored) ? stored.map(String) : [])]);
  } catch {
    return memory;
  }
}
