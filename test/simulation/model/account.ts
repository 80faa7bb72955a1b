import type { PayToken, Prices, Token } from './arithmetic.ts';

/** Bond or fee quote that a payment may name. */
export interface BondQuote {
  readonly token: PayToken;
  readonly amount: bigint;
  readonly prices: Prices;
  readonly createdAt: number;
  readonly expiresAt: number;
  endedAt: number | null;
  usedBy: string | null;
  reference: string;
}

export interface FeeQuote {
  readonly amount: bigint;
  readonly fee: bigint;
  readonly createdAt: number;
  readonly expiresAt: number;
  reference: string;
}

/** Payment to the treasury, as on the chain. */
export interface Payment {
  readonly signature: string;
  readonly token: PayToken;
  readonly amount: bigint;
  /** Network fee paid by the wallet. */
  readonly networkFee: bigint;
  readonly blockTime: number;
  readonly slot: number;
  readonly bondQuote: BondQuote | null;
  readonly feeQuote: FeeQuote | null;
  /** Null until it is settled. */
  use: 'bond' | 'fee' | 'deposit' | null;
  /** Amount taken by a stake as its fee; null if none. */
  stakeFee: bigint | null;
  /** Part that left the payment's bond as a fee; the bond, or its deposit, has the rest. */
  outOfBond: bigint;
  final: boolean;
  /** Time at which an unquoted payment began to wait for its payer. */
  decideAt: number | null;
}

export interface Bond {
  id: string | null;
  readonly token: PayToken;
  amount: bigint;
  lmt: bigint;
  status: 'pending' | 'confirmed' | 'completed' | 'failed';
  signature: string | null;
  startsAt: number | null;
  final: boolean;
  /** True if the watcher made it from an unannounced payment. */
  byWatcher: boolean;
  readonly createdAt: number;
  deleted: boolean;
}

/** Part of a payment that belongs to its bond or deposit. */
export const restOf = ({ amount, outOfBond }: Payment): bigint => amount - outOfBond;

export interface Vault {
  id: string;
  amount: bigint;
  readonly original: bigint;
  /** Rewards posted at maturity. */
  posted: bigint;
  /** Correction by the owner of accruing rewards. */
  offset: bigint;
  earned: bigint;
  takenOut: bigint;
  cycleNumber: number;
  cycle: { readonly from: number; readonly to: number; readonly apy: bigint } | null;
  matured: boolean;
  readonly createdAt: number;
  readonly vestedAt: number;
  auto: boolean;
  restaked: { readonly type: 'manual' | 'auto'; readonly fee: bigint; readonly at: number } | null;
  readonly feePaid: bigint;
  readonly signature: string | null;
  feeFinal: boolean;
  completedAt: number | null;
  /** True if the end of its window completed it. */
  released: boolean;
  voided: boolean;
  deleted: boolean;
}

export interface Sell {
  id: string;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly token: PayToken;
  readonly payout: bigint;
  readonly prices: Prices;
  readonly requestedAt: number;
  reviewedAt: number | null;
  status: 'pending' | 'approved' | 'rejected' | 'cancelled';
  /** Signature of the payout, once sent. */
  signature: string | null;
  /** True if a payout was handed out for signing and then withdrawn. */
  withdrawn: boolean;
  settled: boolean;
  readonly before: Period;
}

export interface Period {
  readonly sold: bigint;
  readonly startedAt: number | null;
}

/** History line; the status of some depends on their subject. */
export interface Item {
  readonly type: 'bond' | 'stake' | 'withdraw' | 'restake' | 'sell';
  readonly at: number;
  readonly amount: bigint;
  readonly token: Token;
  readonly fee: bigint;
  readonly feeToken: Token;
  readonly note: string | null;
  readonly of: Bond | Vault | Sell | null;
}

/** State of one user. */
export interface Account {
  readonly user: number;
  readonly id: string;
  readonly wallet: string;
  unstaked: bigint;
  credit: bigint;
  bonds: Bond[];
  vaults: Vault[];
  sells: Sell[];
  items: Item[];
  period: Period;
  bondQuotes: BondQuote[];
  feeQuotes: FeeQuote[];
  payments: Payment[];
  /** Signature of the transaction that refunds fee credit, until it is final. */
  creditRefund: string | null;
  /** Balances of the wallet on the chain. */
  held: { SOL: bigint; USDC: bigint };
}

/** Payment without a bond, until the owner assigns or refunds it. */
export interface Deposit {
  readonly id: string;
  readonly payment: Payment;
  /** Account of the sending wallet. */
  readonly sender: Account;
  status: 'open' | 'assigned' | 'refunding' | 'refunded';
  /** Signature of the refund. */
  signature: string | null;
}

/** Expected response: status and some fields of the body. */
export interface Expected {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

export const refused = (
  status: number,
  code: string,
  more: Readonly<Record<string, unknown>> = {},
): Expected => ({ status, body: { code, ...more } });

export const PAUSED = refused(503, 'PAUSED');

export const lmtItem = (
  type: Item['type'],
  given: Pick<Item, 'at' | 'amount'> & Partial<Pick<Item, 'fee' | 'note' | 'of'>>,
): Item => ({
  type,
  token: 'LMT',
  fee: 0n,
  feeToken: 'LMT',
  note: null,
  of: null,
  ...given,
});
