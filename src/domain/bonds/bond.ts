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
  /** What was paid; until a payment is seen, what was announced. */
  readonly amount: Amount<PayToken>;
  readonly lmtAmount: Lmt;
  /** The part of the amount above its quote that waits for a fresh SOL price: `lmtAmount` is without it. */
  readonly unpriced: Amount<PayToken>;
  readonly status: BondStatus;
  readonly signature: string | null;
  readonly finalized: boolean;
  /** The payment's block time; null until one is seen. */
  readonly startsAt: Instant | null;
  /** The slot that the payment landed in; null until one is seen. */
  readonly slot: number | null;
  /** The slot at which an unseen signature was first asked for; null where none was posted. */
  readonly postedSlot: number | null;
  /** Whether it was made from a payment that was never announced. */
  readonly byWatcher: boolean;
  readonly createdAt: Instant;
}

/** What a user wants to bond. */
export interface BondRequest {
  readonly id: string;
  readonly userId: string;
  readonly token: PayToken;
  readonly amount: Amount<PayToken>;
}

/** Refuses an amount below the smallest bond. */
export function checkBondAmount({
  token,
  amount,
}: Pick<BondRequest, 'token' | 'amount'>): Result<null> {
  return checkMinimum<PayToken>(token, amount, MIN_BOND[token]);
}

/** A payment the treasury really received, as the chain tells it. */
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

/** A bond that was announced: provisional amounts, no times, nothing in the ledger or in the history. */
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

/** What a bond's payment and LMT do to the ledger. */
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

/** The bond's line of history, from when its payment is seen; written once, though a payment may vanish and land again. */
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

/** Fills a pending (or failed and found again) bond with its payment: the lock runs from block time. */
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

/** Prices what a bond's payment paid above its quote: the LMT joins the rest, locked or claimed. */
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

/** The payment is final: the bond can be claimed when its lock has run out. */
export function finalizeBond(bond: Bond): Bond {
  return { ...bond, finalized: true };
}

/** The payment is definitely not there, or gone again: what it had credited is reversed. A claimed one was final. */
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

/** When the lock of a bond ends; null until its payment is seen. */
export function bondEndsAt(bond: Bond): Instant | null {
  return bond.startsAt === null ? null : after(bond.startsAt, BONDING_LOCK_MS);
}

/** Moves the LMT of a bond into the unstaked balance; repeating it changes nothing. */
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

/** Counters take a bond for active while it is confirmed and locked: it has started after this instant. */
export const activeBondsStartAfter = (now: Instant): Instant => after(now, -BONDING_LOCK_MS);

/** Whether the payment of a bond was seen: its LMT is locked, or claimed. */
export function isPaidBond({ status }: Pick<Bond, 'status'>): boolean {
  return status === 'confirmed' || status === 'completed';
}

/** Whether a bond stands in the Bond tab's list. */
export function isOpenBond(bond: Bond): boolean {
  return bond.status === 'pending' || bond.status === 'confirmed';
}

/** Whether a signature that a healthy node did not know when asked at `askedSlot` has failed for good. */
export function isSignatureLost(
  { postedSlot }: Pick<Bond, 'postedSlot'>,
  askedSlot: number,
): boolean {
  return postedSlot !== null && askedSlot >= postedSlot + SIGNATURE_LOST_SLOTS;
}

/** Whether a confirmed payment that is missing at `askedSlot` was rolled back. */
export function isRolledBack({ slot }: Pick<Bond, 'slot'>, askedSlot: number): boolean {
  return slot !== null && askedSlot > slot + FINALITY_SLOTS;
}

/** The client expected over 1% more LMT than the payment bought: it is told so. */
export function expectedMuchMore(expected: Lmt, got: Lmt): boolean {
  return expected * 100n > got * 101n;
}
