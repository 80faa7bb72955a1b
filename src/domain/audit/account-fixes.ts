import { isFakeBond } from './audit-subject.ts';
import type { Bond } from '../bonds/bond.ts';
import type { BondOnChain } from './chain-audit.ts';
import type { ListedDeposit } from '../payments/payment.ts';
import { type Lmt, formatAmount, lmt, sub } from '../base/money.ts';
import { type Prices, lmtFor } from '../terms/price.ts';
import { type Result, ok, refuse } from '../base/result.ts';
import { type Instant, instant } from '../base/time.ts';

/** A fake bond that goes, and why. */
export interface BondToDelete {
  readonly bond: Bond;
  readonly wallet: string;
  readonly why: string;
}

/** The fake ones among bonds. */
export function fakeBondsIn(bonds: readonly BondOnChain[], now: Instant): BondToDelete[] {
  return bonds
    .filter(({ bond, check }) => isFakeBond(bond, check.verdict, now))
    .map(({ bond, wallet, check }) => ({ bond, wallet, why: check.detail }));
}

/** A deposit of a user, with what it was worth at block time; null where no price of then is known. */
export interface UserDeposit {
  readonly deposit: ListedDeposit;
  readonly userId: string;
  readonly wallet: string;
  readonly prices: Prices | null;
  /** Whether it is being paid back. */
  readonly isRefunding: boolean;
}

/** A payment that becomes a bond, and of how much. */
export interface BondToCreate extends Pick<UserDeposit, 'deposit' | 'userId' | 'wallet'> {
  readonly lmtAmount: Lmt;
}

/**
 * Names a list of changes: the instant up to which it was gathered, and a hash over it. What anyone adds
 * after that instant, such as another unpaid bond, changes neither.
 */
export const planName = (upTo: Instant, hash: string): string => `${upTo}-${hash}`;

/** The instant up to which the list of a plan was gathered; no plan comes from the future. */
export function planSnapshotAt(plan: string, now: Instant): Result<Instant> {
  const upTo = instant(Number.parseInt(plan, 10));
  return upTo <= now ? ok(upTo) : refuse('PLAN_CHANGED');
}

/** Whether listed changes may be made: where the owner saw a list, it must still be this one. */
export function checkPlan(list: string, seen: string | undefined): Result<null> {
  return seen === undefined || seen === list ? ok(null) : refuse('PLAN_CHANGED');
}

/**
 * Which deposits become bonds, in their order, as far as the supply goes; and, in plain words, which
 * are left.
 */
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
