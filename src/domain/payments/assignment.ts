import type { Bond } from '../bonds/bond.ts';
import type { Change } from '../base/change.ts';
import type { Lmt } from '../base/money.ts';
import { type Result, ok, refuse } from '../base/result.ts';
import { type Instant, iso } from '../base/time.ts';
import type { InForce } from '../terms/terms-in-force.ts';
import { type MarketPrice, pricesForPayment, solPriceStale } from '../terms/price.ts';
import { settingsAt } from '../terms/terms.ts';
import type { ListedDeposit, UsedPayment } from './payment.ts';
import { checkSupply } from '../bonds/supply.ts';
import { assignDeposit } from './unmatched-deposit.ts';

/** Facts for the assignment of an unmatched deposit. */
export interface AssignmentFacts {
  readonly now: Instant;
  readonly deposit: ListedDeposit;
  /** Expiry of the deposit's refund in progress; null if there is none. */
  readonly refundEndsAt: Instant | null;
  /** User to assign the deposit to; null if there is no such user. */
  readonly userId: string | null;
  /** Announced bond to fill; null if there is none. */
  readonly announced: Bond | null;
  /** Payment of the deposit. */
  readonly payments: readonly UsedPayment[];
  /** SOL prices around block time, oldest first. */
  readonly sol: readonly MarketPrice[];
  readonly issued: Lmt;
}

export interface AssignmentRequest {
  readonly bondId: string;
  /** True if the deposit must fill an announced bond instead of a new one. */
  readonly fillsAnnounced: boolean;
  readonly isStaticFeed: boolean;
}

export interface AssignmentDecision extends Pick<Change<Bond>, 'journals' | 'items'> {
  readonly bonds: readonly [Bond];
  readonly deposits: readonly [ListedDeposit];
  readonly changedPayments: readonly UsedPayment[];
}

/** Assigns an unmatched deposit to a user as a bond at the price at block time. */
export function decideAssignment(
  facts: AssignmentFacts,
  { bondId, fillsAnnounced, isStaticFeed }: AssignmentRequest,
  inForce: InForce,
): Result<AssignmentDecision> {
  const { now, deposit, userId, refundEndsAt, sol, issued } = facts;
  if (deposit.status !== 'open') return refuse('DEPOSIT_DECIDED', { status: deposit.status });
  if (deposit.ofCredit) return refuse('DEPOSIT_OF_CREDIT');
  if (refundEndsAt) return refuse('PAYOUT_OPEN', { possibleAt: iso(refundEndsAt) });
  if (userId === null) return refuse('NOT_FOUND', { what: 'User' });
  const { prices, isSolKnown } = pricesForPayment(
    { sol, isStaticFeed, blockTime: deposit.blockTime },
    inForce,
  );
  if (!isSolKnown && deposit.token === 'SOL') return solPriceStale();
  const announced = waitingBond(facts.announced, userId);
  if (fillsAnnounced && !announced) return refuse('CONFLICT');
  const given = { bondId: announced?.id ?? bondId, userId, announced };
  const { next, journals, items } = assignDeposit({ deposit, to: given, atBlockTime: prices }, now);
  // Buys no LMT, so it can only be refunded.
  if (next.lmtAmount === 0n) return refuse('AMOUNT_NOT_POSITIVE', { token: 'LMT' });
  const maximum = settingsAt(inForce.terms, now).maxSupply;
  const fits = checkSupply(next.lmtAmount, { issued, maximum });
  if (!fits.ok) return fits;
  const used = { purpose: 'bond', subject: next.id, userId } as const;
  return ok({
    journals,
    items,
    bonds: [next],
    deposits: [{ ...deposit, status: 'assigned' }],
    changedPayments: facts.payments.map((payment) => ({ ...payment, ...used })),
  });
}

/** Returns the bond if it is the user's, pending and without a signature, else null. */
function waitingBond(bond: Bond | null, userId: string): Bond | null {
  const isWaiting = bond?.userId === userId && bond.status === 'pending' && bond.signature === null;
  return isWaiting ? bond : null;
}
