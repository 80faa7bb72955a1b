import { isFakeBond } from './audit-subject.ts';
import type { Bond } from '../bonds/bond.ts';
import type { BondOnChain } from './chain-audit.ts';
import type { ListedDeposit } from '../payments/payment.ts';
import { type Lmt, formatAmount, lmt, sub } from '../base/money.ts';
import { type Prices, lmtFor } from '../terms/price.ts';
import { type Result, ok, refuse } from '../base/result.ts';
import { type Instant, instant } from '../base/time.ts';

export interface BondToDelete {
  readonly bond: Bond;
  readonly wallet: string;
  readonly why: string;
}

export function fakeBondsIn(bonds: readonly BondOnChain[], now: Instant): BondToDelete[] {
  return bonds
    .filter(({ bond, check }) => isFakeBond(bond, check.verdict, now))
    .map(({ bond, wallet, check }) => ({ bond, wallet, why: check.detail }));
}

/** Deposit of a user, with the prices at block time; null if unknown. */
export interface UserDeposit {
  readonly deposit: ListedDeposit;
  readonly userId: string;
  readonly wallet: string;
  readonly prices: Prices | null;
  /** True if its refund is under way. */
  readonly isRefunding: boolean;
}

/** Deposit to turn into a bond, and the bond's LMT. */
export interface BondToCreate extends Pick<UserDeposit, 'deposit' | 'userId' | 'wallet'> {
  readonly lmtAmount: Lmt;
}

/**
 * Names a list of changes by the instant of its snapshot and a hash. Later additions, such as another unpaid
 * bond, change neither.
 */
export const planName = (upTo: Instant, hash: string): string => `${upTo}-${hash}`;

/** Returns the snapshot instant of a plan. Refuses one in the future. */
export function planSnapshotAt(plan: string, now: Instant): Result<Instant> {
  const upTo = instant(Number.parseInt(plan, 10));
  return upTo <= now ? ok(upTo) : refuse('PLAN_CHANGED');
}

/** Refuses if the list of fixes has changed since the owner saw it. */
export function checkPlan(list: string, seen: string | undefined): Result<null> {
  return seen === undefined || seen === list ? ok(null) : refuse('PLAN_CHANGED');
}

/** Returns the deposits that become bonds, in order and within the supply, and notes on those left out. */
export function bondsFrom(
  deposits: readonly UserDeposit[],
  supplyLeft: Lmt,
): { readonly created: BondToCreate[]; readonly notes: string[] } {
  const created: BondToCreate[] = [];
  const notes: string[] = [];
  let left = supplyLeft;
  for (const { deposit, userId, wallet, prices, isRefunding } of deposits) {
    const { token, amount, refundProposed, ofCredit } = deposit;
    const name = `Payment of ${formatAmount(token, amount)} ${token} by ${wallet}`;
    const lmtAmount = prices ? lmtFor(token, amount, prices) : lmt(0n);
    if (isRefunding) notes.push(`${name} is left: it is being paid back`);
    else if (refundProposed) notes.push(`${name} is left: its payer was told that it goes back`);
    else if (ofCredit) notes.push(`${name} is left: it is fee credit, which can only go back`);
    else if (!prices) notes.push(`${name} is left: no fresh SOL price is known for it`);
    else if (lmtAmount === 0n) notes.push(`${name} is left: it buys no LMT`);
    else if (lmtAmount > left) notes.push(`${name} is left: the maximum supply has no room for it`);
    else {
      left = sub(left, lmtAmount);
      created.push({ deposit, userId, wallet, lmtAmount });
    }
  }
  return { created, notes };
}
