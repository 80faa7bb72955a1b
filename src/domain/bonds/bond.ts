import { type Change, type HistoryItem, unchanged } from '../base/change.ts';
import { bondAccount, move, reverse, system, unstakedOf, type Journal } from '../base/ledger.ts';
import { type Amount, type Lmt, type PayToken, add, checkMinimum } from '../base/money.ts';
import { type Prices, lmtFor } from '../terms/price.ts';
import { type Result, ok, refuse } from '../base/result.ts';
import { BONDING_LOCK_MS, FINALITY_SLOTS, MIN_BOND, SIGNATURE_LOST_SLOTS } from '../terms/terms.ts';
import { type Instant, after, iso } from '../base/time.ts';

export type BondStatus = 'pending' | 'confirmed' | 'completed' | 'failed';

export interface Bond {
  readonly id: string;
  readonly userId: string;
  readonly token: PayToken;
  /** Paid amount; the announced amount until a payment is seen. */
  readonly amount: Amount<PayToken>;
  readonly lmtAmount: Lmt;
  /** Part of the amount above its quote that waits for a fresh SOL price; not included in `lmtAmount`. */
  readonly unpriced: Amount<PayToken>;
  readonly status: BondStatus;
  readonly signature: string | null;
  readonly finalized: boolean;
  /** Block time of the payment; null until it is seen. */
  readonly startsAt: Instant | null;
  /** Slot of the payment; null until it is seen. */
  readonly slot: number | null;
  /** Slot at which the announced signature was first not found; null without such a lookup. */
  readonly postedSlot: number | null;
  /** True if the watcher made it of a payment that was not announced. */
  readonly byWatcher: boolean;
  readonly createdAt: Instant;
}

/** Requested bond. */
export interface BondRequest {
  readonly id: string;
  readonly userId: string;
  readonly token: PayToken;
  readonly amount: Amount<PayToken>;
}

export function checkBondAmount({
  token,
  amount,
}: Pick<BondRequest, 'token' | 'amount'>): Result<null> {
  return checkMinimum<PayToken>(token, amount, MIN_BOND[token]);
}

/** Payment that the treasury received, proven by the chain. */
export interface Payment {
  readonly signature: string;
  readonly payerUserId: string;
  readonly token: PayToken;
  readonly amount: Amount<PayToken>;
  readonly blockTime: Instant;
  readonly slot: number;
  readonly finalized: boolean;
}

const NOTHING = 0n as Amount<PayToken>;
const NOT_SEEN = { startsAt: null, slot: null, unpriced: NOTHING } as const;

/** Builds an announced bond: with provisional amounts, without times, journals and history lines. */
export function announceBond(
  {
    asked,
    signature,
    prices,
    postedSlot = null,
    byWatcher = false,
  }: {
    readonly asked: BondRequest;
    readonly signature: string | null;
    readonly prices: Prices;
  } & Partial<Pick<Bond, 'postedSlot' | 'byWatcher'>>,
  now: Instant,
): Change<Bond> {
  const next: Bond = {
    ...asked,
    postedSlot,
    byWatcher,
    slot: null,
    lmtAmount: lmtFor(asked.token, asked.amount, prices),
    unpriced: NOTHING,
    status: 'pending',
    signature,
    finalized: false,
    startsAt: null,
    createdAt: now,
  };
  return unchanged(next);
}

/** Builds the journal of a bond's payment and its issued LMT. */
const paidJournal = (bond: Bond, at: Instant): Journal => ({
  kind: 'bondPaid',
  at,
  userId: bond.userId,
  subject: bond.id,
  postings: [
    ...move(system('treasury', bond.token), system('bonded', bond.token), bond.amount),
    ...move(system('issuance', 'LMT'), bondAccount(bond.id), bond.lmtAmount),
  ],
});

/** Builds the bond's history line. It is stored once, even if the payment is rolled back and lands again. */
export function bondItem(bond: Bond): HistoryItem {
  return {
    type: 'bond',
    userId: bond.userId,
    subject: bond.id,
    at: bond.createdAt,
    amount: bond.amount,
    token: bond.token,
    fee: 0n,
    feeToken: bond.token,
    status:
      bond.status === 'completed' ? 'completed' : bond.status === 'failed' ? 'failed' : 'pending',
    hash: bond.signature,
    note: null,
  };
}

/** Fills a pending or failed bond with its payment. The lock starts at block time. */
export function confirmBond(
  bond: Bond,
  {
    payment,
    lmtAmount,
    unpriced = NOTHING,
  }: {
    readonly payment: Payment;
    readonly lmtAmount: Lmt;
    readonly unpriced?: Amount<PayToken> | undefined;
  },
): Change<Bond> {
  if (isPaidBond(bond)) {
    throw new Error(`bond ${bond.id} has its payment already`);
  }
  const next: Bond = {
    ...bond,
    amount: payment.amount,
    lmtAmount,
    unpriced,
    status: 'confirmed',
    signature: payment.signature,
    finalized: payment.finalized,
    startsAt: payment.blockTime,
    slot: payment.slot,
  };
  const journals = [paidJournal(next, payment.blockTime)];
  return { next, journals, items: [bondItem(next)] };
}

/** Prices the unpriced part of a bond. Its LMT is added to the bond, or to the unstaked balance if claimed. */
export function priceRest(bond: Bond, prices: Prices, now: Instant): Change<Bond> {
  const rest = lmtFor(bond.token, bond.unpriced, prices);
  const holder = bond.status === 'completed' ? unstakedOf(bond.userId) : bondAccount(bond.id);
  const { userId, id: subject } = bond;
  const postings = move(system('issuance', 'LMT'), holder, rest);
  return {
    next: { ...bond, lmtAmount: add(bond.lmtAmount, rest), unpriced: NOTHING },
    journals: rest > 0n ? [{ kind: 'bondPaid', at: now, userId, subject, postings }] : [],
    items: [],
  };
}

/** Marks the payment as final, so that the bond can be claimed after its lock. */
export function finalizeBond(bond: Bond): Bond {
  return { ...bond, finalized: true };
}

/** Fails a bond whose payment is missing, and reverses its entries. A claimed bond is final and stays unchanged. */
export function failBond(bond: Bond, now: Instant): Change<Bond> {
  if (bond.status === 'completed') return unchanged(bond);
  const next: Bond = { ...bond, status: 'failed', finalized: false, ...NOT_SEEN };
  if (bond.status !== 'confirmed') return unchanged(next);
  return {
    next,
    journals: [{ ...reverse(paidJournal(bond, now), now), kind: 'bondFailed' }],
    items: [],
  };
}

/** Returns the end of the lock; null until the payment is seen. */
export function bondEndsAt(bond: Bond): Instant | null {
  return bond.startsAt === null ? null : after(bond.startsAt, BONDING_LOCK_MS);
}

/** Moves the LMT of a bond to the unstaked balance. Changes nothing if repeated. */
export function claimBond(bond: Bond, now: Instant): Result<Change<Bond>> {
  if (bond.status === 'completed') return ok(unchanged(bond));
  if (bond.status === 'failed') return refuse('BOND_FAILED');
  const endsAt = bondEndsAt(bond);
  if (bond.status === 'pending' || endsAt === null) return refuse('BOND_PENDING');
  if (now < endsAt) return refuse('BOND_LOCKED', { possibleAt: iso(endsAt) });
  if (!bond.finalized) return refuse('BOND_NOT_FINALIZED');
  const journal: Journal = {
    kind: 'bondClaimed',
    at: now,
    userId: bond.userId,
    subject: bond.id,
    postings: move(bondAccount(bond.id), unstakedOf(bond.userId), bond.lmtAmount),
  };
  return ok({ next: { ...bond, status: 'completed' }, journals: [journal], items: [] });
}

/** Returns the instant after which active bonds started: confirmed bonds that are still locked. */
export const activeBondsStartAfter = (now: Instant): Instant => after(now, -BONDING_LOCK_MS);

/** True if the bond's payment was seen, so that its LMT is locked or claimed. */
export function isPaidBond({ status }: Pick<Bond, 'status'>): boolean {
  return status === 'confirmed' || status === 'completed';
}

/** True if the Bond tab lists the bond. */
export function isOpenBond(bond: Bond): boolean {
  return bond.status === 'pending' || bond.status === 'confirmed';
}

/** True if a signature that a healthy node does not know at `askedSlot` can no longer land. */
export function isSignatureLost(
  { postedSlot }: Pick<Bond, 'postedSlot'>,
  askedSlot: number,
): boolean {
  return postedSlot !== null && askedSlot >= postedSlot + SIGNATURE_LOST_SLOTS;
}

/** True if a confirmed payment that is missing at `askedSlot` was rolled back. */
export function isRolledBack({ slot }: Pick<Bond, 'slot'>, askedSlot: number): boolean {
  return slot !== null && askedSlot > slot + FINALITY_SLOTS;
}

/** True if the client expected over 1% more LMT than the payment bought, which the response then mentions. */
export function expectedMuchMore(expected: Lmt, got: Lmt): boolean {
  return expected * 100n > got * 101n;
}
