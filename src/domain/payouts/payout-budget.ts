import {
  type Amount,
  DECIMALS,
  type Lamports,
  type PayToken,
  type UsdPrice,
  type Usdc,
  add,
  formatAmount,
  lamports,
  max,
  sub,
  usdc,
} from '../base/money.ts';
import { type Result, ok, refuse } from '../base/result.ts';
import type { Instant } from '../base/time.ts';
import type { TreasuryBalances } from '../payments/deposit.ts';
import { valueInUsd } from '../terms/price.ts';
import { type OwedTokens, setAside } from './owed-tokens.ts';
import { type Payout, dueOf, isOpenPayout } from './payout.ts';

/** Fields of a payout that count against the treasury. */
export type PayoutClaim = Pick<
  Payout,
  | 'id'
  | 'purpose'
  | 'token'
  | 'amount'
  | 'rentCharged'
  | 'costs'
  | 'status'
  | 'isOutside'
  | 'settledAt'
  | 'landedSlot'
>;

/** Balances of the treasury as a provider reported them. A lagging provider reports an earlier slot. */
export interface ReadBalances extends TreasuryBalances {
  readonly slot: number;
  /** Time of the request. */
  readonly at: Instant;
}

/** Amounts that payouts reserve of the treasury's balances. */
export interface ReservedFunds {
  readonly lamports: Lamports;
  readonly usdc: Usdc;
  /** Lamports for fees and rent. */
  readonly costs: Lamports;
}

/** Returns what payouts reserve of balances that may not show them yet. A withdrawn payout reserves nothing. */
export function reservedFunds(claims: readonly PayoutClaim[]): ReservedFunds {
  const taking = claims.filter(({ status }) => status !== 'withdrawn');
  const sum = (token: PayToken): bigint =>
    taking.reduce((total, each) => (each.token === token ? total + each.amount : total), 0n);
  return {
    lamports: lamports(sum('SOL')),
    usdc: usdc(sum('USDC')),
    costs: lamports(taking.reduce((total, { costs }) => total + costs, 0n)),
  };
}

/** True if a claim's sell request is pending: its payout is not signed yet, or has failed. */
const isForPending = ({ purpose, status }: PayoutClaim): boolean =>
  purpose === 'sell' && (status === 'awaiting-signature' || status === 'failed');

/** The treasury's balance of a token, and how it is divided. */
export interface BudgetLine<T extends PayToken> {
  readonly balance: Amount<T>;
  readonly reserved: Amount<T>;
  /** Fee credit and unmatched deposits, which may be paid only to those they are owed to. */
  readonly setAside: Amount<T>;
  /** Never below 0. */
  readonly available: Amount<T>;
  /** Amount that can pay pending requests: `available`, and what is reserved for some of them. */
  readonly forPending: Amount<T>;
}

export interface PayoutBudget {
  readonly SOL: BudgetLine<'SOL'>;
  readonly USDC: BudgetLine<'USDC'>;
}

/** Amounts that payouts reserve of a balance. */
interface Reserved<T extends PayToken> {
  readonly all: Amount<T>;
  /** Without amounts for pending requests. */
  readonly forOthers: Amount<T>;
  /** Amount of pending payouts that are made outside the app; the treasury may have paid some already. */
  readonly dueOutside: Amount<T>;
}

function lineOf<T extends PayToken>(
  balance: Amount<T>,
  reserved: Reserved<T>,
  aside: bigint,
): BudgetLine<T> {
  const { all, forOthers, dueOutside } = reserved;
  return {
    balance,
    reserved: all,
    setAside: aside as Amount<T>,
    available: max(0n, balance - all - aside) as Amount<T>,
    forPending: (max(0n, balance - forOthers - dueOutside - aside) + dueOutside) as Amount<T>,
  };
}

/** Returns finalized balances less reserved amounts, costs in SOL, and others' money. */
export function payoutBudgetOf(
  balances: TreasuryBalances,
  claims: readonly PayoutClaim[],
  owed: OwedTokens,
): PayoutBudget {
  const taken = reservedFunds(claims);
  const pending = claims.filter(isForPending);
  const { lamports: sols, usdc: usds } = reservedFunds(pending);
  const outside = pending.filter(({ isOutside }) => isOutside);
  const due = reservedFunds(outside.map((each) => ({ ...each, amount: dueOf(each) })));
  const all = add(taken.lamports, taken.costs);
  const sol = { all, forOthers: sub(all, sols), dueOutside: due.lamports };
  const usd = { all: taken.usdc, forOthers: sub(taken.usdc, usds), dueOutside: due.usdc };
  return {
    SOL: lineOf(balances.lamports, sol, setAside(owed.SOL)),
    USDC: lineOf(balances.usdc, usd, setAside(owed.USDC)),
  };
}

/** True if balances may not show a payout: it is open, has landed in a later slot, or else ended since. */
const isUnseen = (
  { status, settledAt, landedSlot }: PayoutClaim,
  { slot, at }: ReadBalances,
): boolean =>
  isOpenPayout({ status }) ||
  (landedSlot === null ? settledAt !== null && settledAt >= at : landedSlot > slot);

/** Returns the budget of read balances. Counts only payouts that these may not show. */
export const payoutBudgetAsRead = (
  read: ReadBalances,
  payouts: readonly PayoutClaim[],
  owed: OwedTokens,
): PayoutBudget =>
  payoutBudgetOf(
    read,
    payouts.filter((payout) => isUnseen(payout, read)),
    owed,
  );

/** Refuses a payout that exceeds the budget, after rent and the payout's own costs. */
export function canPay(
  { SOL, USDC }: PayoutBudget,
  rent: Lamports,
  { token, amount, costs }: Pick<Payout, 'token' | 'amount' | 'costs'>,
): Result<null> {
  const forCosts = max(0n, SOL.available - rent);
  const available = token === 'SOL' ? max(0n, forCosts - costs) : USDC.available;
  if (amount > available) return short(token, available, amount);
  // A payout in USDC needs lamports only for its fees.
  return costs > forCosts ? short('SOL', forCosts, costs) : ok(null);
}

function short(token: PayToken, available: bigint, required: bigint): Result<null> {
  return refuse('TREASURY_SHORT', {
    token,
    available: formatAmount(token, available as Amount<PayToken>),
    required: formatAmount(token, required as Amount<PayToken>),
  });
}

/** Returns the USD value of payouts in both tokens. */
export function queueValue({ lamports: sol, usdc: usd }: TreasuryBalances, price: UsdPrice): Usdc {
  return add(valueInUsd(sol, DECIMALS.SOL, price), usd);
}
