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

/** The unfinished payments of a wallet, oldest first: one, unless a wallet sent one that had been cancelled. */
export function storedPayments(walletAddress: string): readonly StoredPayment[] {
  const stored = inStorage(walletAddress);
  return stored.length > 0 ? stored : inMemory(walletAddress);
}

/** The first of them, or null. */
export function storedPayment(walletAddress: string): StoredPayment | null {
  return storedPayments(walletAddress)[0] ?? null;
}

/** Stores a payment beside its user's others, in the place of what was known of it before. */
export function storePayment(payment: StoredPayment): void {
  const { walletAddress, userId, key } = payment;
  const isOther = (other: StoredPayment) => other.userId === userId && other.key !== key;
  changeStored(walletAddress, (payments) => [...payments.filter(isOther), payment]);
}

/** Forgets a payment that is finished one way or the other. */
export function dropPayment({ walletAddress, key }: StoredPayment): void {
  changeStored(walletAddress, (payments) => payments.filter((payment) => payment.key !== key));
}

type Payments = readonly StoredPayment[];

function changeStored(walletAddress: string, change: (payments: Payments) => Payments): void {
  const key = PREFIX + walletAddress;
  memory.set(key, textOf(change(inMemory(walletAddress))));
  // Where nothing was paid, a later visit must not go on with it by itself.
  const signed = change(inStorage(walletAddress)).filter(({ signature }) => signature !== null);
  try {
    if (signed.length === 0) localStorage.removeItem(key);
    else localStorage.setItem(key, textOf(signed));
  } catch {
    // Blocked or full. The server finds the payment by its reference, should this page die too.
  }
}

/** One payment is written as the versions before read it. */
const textOf = (payments: Payments): string =>
  JSON.stringify(payments.length === 1 ? payments[0] : payments);

const inMemory = (walletAddress: string): Payments =>
  parsed(memory.get(PREFIX + walletAddress) ?? null, walletAddress);

function inStorage(walletAddress: string): Payments {
  try {
    return parsed(localStorage.getItem(PREFIX + walletAddress), walletAddress);
  } catch {
    return [];
  }
}

function parsed(text: string | null, walletAddress: string): Payments {
  if (text === null) return [];
  try {
    const payments = [JSON.parse(text) as object | object[]].flat();
    // The first version knew bonds only.
    return payments
      .map((payment) => ({ purpose: 'bond', ...payment }) as StoredPayment)
      .filter((payment) => payment.walletAddress === walletAddress);
  } catch {
    return [];
  }
}
