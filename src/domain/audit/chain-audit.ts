import { isFakeBond } from './audit-subject.ts';
import type { Bond } from '../bonds/bond.ts';
import type { ChainCheck } from './chain-check.ts';
import { groupThousands } from '../base/group-thousands.ts';
import {
  type Lamports,
  type PayToken,
  type Usdc,
  formatAmount,
  lamports,
  usdc,
} from '../base/money.ts';
import type { Instant } from '../base/time.ts';

export interface BondOnChain {
  readonly bond: Bond;
  readonly wallet: string;
  readonly username: string;
  readonly check: ChainCheck;
}

/** Payment of a user that matches no bond and no fee. */
export interface UnmatchedPayment {
  readonly userId: string;
  readonly wallet: string;
  readonly username: string;
  readonly token: PayToken;
  readonly amount: bigint;
}

/** Amounts by token, in base units. */
export interface ByToken {
  readonly SOL: Lamports;
  readonly USDC: Usdc;
}

export interface ChainUserAudit {
  readonly userId: string;
  readonly wallet: string;
  readonly username: string;
  /** True if nothing is known to be wrong. */
  readonly verified: boolean;
  /** Amounts of the bonds as stored, as paid on the chain, and of fake bonds. */
  readonly stored: ByToken;
  readonly paid: ByToken;
  readonly fake: ByToken;
  readonly bonds: number;
  readonly verifiedBonds: number;
  readonly fakeBonds: number;
  readonly underpaid: number;
  /** Bonds without a definite answer. */
  readonly unknown: number;
  readonly unmatchedPayments: number;
  readonly recommendedActions: readonly string[];
}

interface Tally {
  readonly wallet: string;
  readonly username: string;
  readonly sums: Record<'stored' | 'paid' | 'fake', Record<PayToken, bigint>>;
  readonly counts: Record<
    'bonds' | 'verified' | 'fake' | 'underpaid' | 'unknown' | 'unmatched',
    number
  >;
}

const tally = ({ wallet, username }: Pick<Tally, 'wallet' | 'username'>): Tally => {
  const none = (): Record<PayToken, bigint> => ({ SOL: 0n, USDC: 0n });
  return {
    wallet,
    username,
    sums: { stored: none(), paid: none(), fake: none() },
    counts: { bonds: 0, verified: 0, fake: 0, underpaid: 0, unknown: 0, unmatched: 0 },
  };
};

/** Collects bonds and unmatched payments by user. */
export class ChainAudit {
  readonly #now: Instant;
  readonly #users = new Map<string, Tally>();

  constructor(now: Instant) {
    this.#now = now;
  }

  addBond(read: BondOnChain): void {
    const { bond, check } = read;
    const { sums, counts } = this.#of(bond.userId, read);
    counts.bonds += 1;
    sums.stored[bond.token] += bond.amount;
    if (check.verdict !== 'fake') sums.paid[bond.token] += check.paid ?? 0n;
    if (isFakeBond(bond, check.verdict, this.#now)) {
      counts.fake += 1;
      sums.fake[bond.token] += bond.amount;
    } else if (check.verdict === 'verified') counts.verified += 1;
    else if (check.paid !== null && check.paid < bond.amount) counts.underpaid += 1;
    else counts.unknown += 1;
  }

  addUnmatched(payment: UnmatchedPayment): void {
    this.#of(payment.userId, payment).counts.unmatched += 1;
  }

  /** Returns users with discrepancies first, then those without a definite answer, then by id. */
  users(): ChainUserAudit[] {
    return [...this.#users]
      .map(([userId, of]) => audited(userId, of))
      .toSorted((a, b) => rank(a) - rank(b) || (a.userId < b.userId ? -1 : 1));
  }

  #of(userId: string, user: Pick<Tally, 'wallet' | 'username'>): Tally {
    const known = this.#users.get(userId) ?? tally(user);
    this.#users.set(userId, known);
    return known;
  }
}

const byToken = ({ SOL, USDC }: Record<PayToken, bigint>): ByToken => ({
  SOL: lamports(SOL),
  USDC: usdc(USDC),
});

function audited(userId: string, { wallet, username, sums, counts }: Tally): ChainUserAudit {
  return {
    userId,
    wallet,
    username,
    verified: counts.fake + counts.underpaid + counts.unmatched === 0,
    stored: byToken(sums.stored),
    paid: byToken(sums.paid),
    fake: byToken(sums.fake),
    bonds: counts.bonds,
    verifiedBonds: counts.verified,
    fakeBonds: counts.fake,
    underpaid: counts.underpaid,
    unknown: counts.unknown,
    unmatchedPayments: counts.unmatched,
    recommendedActions: actionsFor(counts),
  };
}

const rank = ({ verified, unknown }: ChainUserAudit): number =>
  !verified ? 0 : unknown > 0 ? 1 : 2;

const of = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

function actionsFor(counts: Tally['counts']): string[] {
  const { fake, unmatched, underpaid, unknown } = counts;
  return [
    ...(fake > 0 ? [`Clean up ${of(fake, 'fake bond')}`] : []),
    ...(unmatched > 0
      ? [`Make bonds of ${of(unmatched, 'unmatched payment')}, or refund them`]
      : []),
    ...(underpaid > 0 ? [`Look at ${of(underpaid, 'bond')} with too small a payment`] : []),
    ...(unknown > 0 ? [`Verify ${of(unknown, 'bond')} again: no definite answer yet`] : []),
  ];
}

/** Describes what is wrong over all users; empty if nothing is. */
export function systemWideIssues(
  users: readonly ChainUserAudit[],
  { unchecked, isCutOff }: { readonly unchecked: number; readonly isCutOff: boolean },
): string[] {
  const sum = (of: (user: ChainUserAudit) => number): number =>
    users.reduce((all, user) => all + of(user), 0);
  const total = (token: PayToken): bigint => users.reduce((all, { fake }) => all + fake[token], 0n);
  const fakes = sum(({ fakeBonds }) => fakeBonds);
  const unmatched = sum(({ unmatchedPayments }) => unmatchedPayments);
  const underpaid = sum((user) => user.underpaid);
  const amounts = [
    ...(total('SOL') > 0n
      ? [`${groupThousands(formatAmount('SOL', lamports(total('SOL'))))} SOL`]
      : []),
    ...(total('USDC') > 0n
      ? [`${groupThousands(formatAmount('USDC', usdc(total('USDC'))))} USDC`]
      : []),
  ];
  return [
    ...(fakes > 0 ? [`${of(fakes, 'fake bond')} of ${amounts.join(' and ') || 'nothing'}`] : []),
    ...(unmatched > 0 ? [`${of(unmatched, 'payment')} of users with no bond or fee`] : []),
    ...(underpaid > 0 ? [`${of(underpaid, 'bond')} with a smaller payment than stored`] : []),
    ...(unchecked > 0 ? [`${of(unchecked, 'bond')} not checked on the blockchain yet`] : []),
    ...(isCutOff ? ['The blockchain cannot be reached right now'] : []),
  ];
}
