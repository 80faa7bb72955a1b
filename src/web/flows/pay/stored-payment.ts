import type { PayToken } from '#domain/money';

/** A payment that was signed: everything that is needed to send and record it without asking again. */
export interface StoredPayment {
  /** The Idempotency-Key under which it is recorded. */
  readonly key: string;
  readonly walletAddress: string;
  readonly userId: string;
  readonly quoteId: string;
  readonly tokenType: PayToken;
  readonly amount: string;
  readonly lmtAmount: string;
  readonly signature: string;
  /** The signed bytes in base64, to be sent again until they expire. */
  readonly transaction: string;
  /** It can land in no block above this height. */
  readonly lastValidBlockHeight: number;
}

const PREFIX = 'lmt-payment-';
/** For browsers that block their storage; until the page is left. */
const memory = new Map<string, string>();

/** The unfinished payment of a wallet, or null. There is at most one. */
export function storedPayment(walletAddress: string): StoredPayment | null {
  const text = read(PREFIX + walletAddress);
  if (text === null) return null;
  try {
    const payment = JSON.parse(text) as StoredPayment;
    return payment.walletAddress === walletAddress ? payment : null;
  } catch {
    return null;
  }
}

export function storePayment(payment: StoredPayment): void {
  const key = PREFIX + payment.walletAddress;
  const text = JSON.stringify(payment);
  memory.set(key, text);
  try {
    localStorage.setItem(key, text);
  } catch {
    // Blocked or full. The server finds the payment by its reference, should this page die too.
  }
}

/** Forgets a payment that is finished one way or the other. */
export function dropPayment({ walletAddress, key }: StoredPayment): void {
  if (storedPayment(walletAddress)?.key !== key) return;
  memory.delete(PREFIX + walletAddress);
  try {
    localStorage.removeItem(PREFIX + walletAddress);
  } catch {
    // Nothing was stored then.
  }
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key) ?? memory.get(key) ?? null;
  } catch {
    return memory.get(key) ?? null;
  }
}
