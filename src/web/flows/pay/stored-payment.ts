import type { PayToken } from '#domain/base/money';

/** What a payment is for. */
export type About =
  | { readonly purpose: 'bond'; readonly quoteId: string }
  | { readonly purpose: 'stake'; readonly autoRestake: boolean };

interface Facts {
  /** The Idempotency-Key under which it is recorded. */
  readonly key: string;
  readonly walletAddress: string;
  readonly userId: string;
  readonly tokenType: PayToken;
  readonly amount: string;
  /** What it buys, or what is staked for it. */
  readonly lmtAmount: string;
}

/** The bytes that were signed, and until when they can land. */
export interface Signed {
  readonly signature: string;
  /** The signed bytes in base64, to be sent again until they expire; null where the wallet sent them itself. */
  readonly transaction: string | null;
  /** It can land in no block above this height. */
  readonly lastValidBlockHeight: number;
}

/** A payment that was signed: everything that is needed to send and record it without asking again. */
export type SignedPayment = Facts & About & Signed;
/** The same, or an order for which nothing was left to pay. */
export type StoredPayment = SignedPayment | (Facts & About & { readonly signature: null });

const PREFIX = 'lmt-payment-';
/** For browsers that block their storage, and for orders without a transfer; until the page is left. */
const memory = new Map<string, string>();

/** The unfinished payment of a wallet, or null. There is at most one. */
export function storedPayment(walletAddress: string): StoredPayment | null {
  const text = read(PREFIX + walletAddress);
  if (text === null) return null;
  try {
    // The first version knew bonds only.
    const payment = { purpose: 'bond', ...JSON.parse(text) } as StoredPayment;
    return payment.walletAddress === walletAddress ? payment : null;
  } catch {
    return null;
  }
}

export function storePayment(payment: StoredPayment): void {
  const key = PREFIX + payment.walletAddress;
  const text = JSON.stringify(payment);
  memory.set(key, text);
  // Nothing was paid: a later visit must not go on with it by itself.
  if (payment.signature === null) return;
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
