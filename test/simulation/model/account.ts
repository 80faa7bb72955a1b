import type { PayToken, Prices, Token } from './arithmetic.ts';

/** A bond quote, or a fee quote: what the payment that names it is for. */
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

/** What a user sent to the treasury, as the chain has it. */
export interface Payment {
  readonly signature: string;
  readonly token: PayToken;
  readonly amount: bigint;
  /** What its wallet paid the network for it. */
  readonly networkFee: bigint;
  readonly blockTime: number;
  readonly slot: number;
  readonly bondQuote: BondQuote | null;
  readonly feeQuote: FeeQuote | null;
  /** Null until it is settled. */
  use: 'bond' | 'fee' | 'deposit' | null;
  /** Whether a stake has taken it as its fee, and how much that took. */
  stakeFee: bigint | null;
  /** The part that left the payment's bond as a fee; the bond, or the deposit that it becomes, has the rest. */
  outOfBond: bigint;
  final: boolean;
  /** Since when a payment that names nothing waits for its payer. */
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
  /** Whether it was made of a payment that nobody had announced. */
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
  /** Rewards that stand in the vault since it matured. */
  posted: bigint;
  /** The owner's correction of rewards that accrue. */
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
  /** Whether the end of its window completed it. */
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
  /** The payout's transaction, once it is sent. */
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

/** A line of history; the status of some follows from what they are about. */
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

/** Everything of one user. */
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
  /** The transaction that gives fee credit back, until it is final. */
  creditRefund: string | null;
  /** What the wallet holds on the chain. */
  held: { SOL: bigint; USDC: bigint };
}

/** A payment that belongs to no bond any more, until the owner assigns or refunds it. */
export interface Deposit {
  readonly id: string;
  readonly payment: Payment;
  /** Whose wallet sent it. */
  readonly sender: Account;
  status: 'open' | 'assigned' | 'refunding' | 'refunded';
  /** Of the transaction that sends it back. */
  signature: string | null;
}

/** What a call should answer: its status, and what stands in the body beside whatever else. */
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
