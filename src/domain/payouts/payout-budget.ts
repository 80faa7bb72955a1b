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

/** The part of a payout that counts against the treasury. */
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

/** The treasury's balances as a provider said them: one that lags shows an earlier slot. */
export interface ReadBalances extends TreasuryBalances {
  readonly slot: number;
  /** When they were asked for. */
  readonly at: Instant;
}

/** What payouts take of the treasury. */
export interface ReservedFunds {
  readonly lamports: Lamports;
  readonly usdc: Usdc;
  /** Lamports for fees and rent. */
  readonly costs: Lamports;
}

/** What payouts take of a balance that may not show them yet. One that was withdrawn never takes anything. */
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

/** Whether a claim's request is still pending: it is until its payout is signed, and again when that has failed. */
const isForPending = ({ purpose, status }: PayoutClaim): boolean =>
  purpose === 'sell' && (status === 'awaiting-signature' || status === 'failed');

/** What the treasury has of a token, what payouts take of it, what is others' money, and what is left. */
export interface BudgetLine<T extends PayToken> {
  readonly balance: Amount<T>;
  readonly reserved: Amount<T>;
  /** Fee credit and unmatched deposits: they are paid only to those they are owed to. */
  readonly setAside: Amount<T>;
  /** Never below 0. */
  readonly available: Amount<T>;
  /** What all pending requests can be paid with: available, and the amounts that are reserved for some of them. */
  readonly forPending: Amount<T>;
}

/** What the treasury can pay with. */
export interface PayoutBudget {
  readonly SOL: BudgetLine<'SOL'>;
  readonly USDC: BudgetLine<'USDC'>;
}

/** What payouts take of a balance. */
interface Reserved<T extends PayToken> {
  readonly all: Amount<T>;
  /** Without the amounts for requests that are still pending. */
  readonly forOthers: Amount<T>;
  /** What pending requests are due by payouts outside: the treasury may have paid it already. */
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

/** Finalized balances less what payouts take of them, their costs in SOL included, and what is others' money. */
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

/** Whether balances may not show a payout: it can still pay, has landed in a later slot, or else ended since. */
const isUnseen = (
  { status, settledAt, landedSlot }: PayoutClaim,
  { slot, at }: ReadBalances,
): boolean =>
  isOpenPayout({ status }) ||
  (landedSlot === null ? settledAt !== null && settledAt >= at : landedSlot > slot);

/** The same of balances as they were read: of payouts, those count that they may not show. */
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

/** Whether the treasury can pay: what its budget has available, less rent and the payout's own costs. */
export function canPay(
  { SOL, USDC }: PayoutBudget,
  rent: Lamports,
  { token, amount, costs }: Pick<Payout, 'token' | 'amount' | 'costs'>,
): Result<null> {
  const forCosts = max(0n, SOL.available - rent);
  const available = token === 'SOL' ? max(0n, forCosts - costs) : USDC.available;
  if (amount > available) return short(token, available, amount);
  // A payout in USDC needs lamports for its fees alone.
  return costs > forCosts ? short('SOL', forCosts, costs) : ok(null);
}

function short(token: PayToken, available: bigint, required: bigint): Result<null> {
  return refuse('TREASURY_SHORT', {
    token,
    available: formatAmount(token, available as Amount<PayToken>),
    required: formatAmount(token, required as Amount<PayToken>),
  });
}

/** What payouts in both tokens are worth in USD at a SOL price. */
export function queueValue({ lamports: sol, usdc: usd }: TreasuryBalances, price: UsdPrice): Usdc {
  return add(valueInUsd(sol, DECIMALS.SOL, price), usd);
}
