import {
  type Account,
  type Bond,
  type BondQuote,
  type Expected,
  type Item,
  PAUSED,
  type Payment,
  refused,
  restOf,
} from './account.ts';
import {
  DAY,
  MINUTE,
  type PayToken,
  type Prices,
  amount as shown,
  bought,
  inLmt,
  iso,
  isoOrNull,
  lower,
  shownPrice,
} from './arithmetic.ts';
import { type Moment, isPaused, pricesAt, settingsAt } from './terms.ts';

const LEAST = { SOL: 10_000_000n, USDC: 10_000n } as const;

export function showBond(bond: Bond, now: number): Record<string, unknown> {
  const endsAt = bond.startsAt === null ? null : bond.startsAt + DAY;
  return {
    ...(bond.id === null ? {} : { id: bond.id }),
    tokenType: bond.token,
    amount: shown(bond.token, bond.amount),
    lmtAmount: inLmt(bond.lmt),
    status: bond.status,
    transactionSignature: bond.signature,
    bondingStartTime: isoOrNull(bond.startsAt),
    bondingEndTime: isoOrNull(endsAt),
    claimable: bond.status === 'confirmed' && bond.final && endsAt !== null && now >= endsAt,
    createdAt: iso(bond.createdAt),
  };
}

interface Asked extends Moment {
  readonly token: PayToken;
  readonly amount: bigint;
  /** Total LMT; null while far below the maximum supply. */
  readonly supply: bigint | null;
}

const tooLittle = (token: PayToken): Expected =>
  refused(422, 'BELOW_MINIMUM', { minimum: shown(token, LEAST[token]) });

/** Fixes a price for ten minutes, and ends the user's earlier quote for the token. */
export function quoteBond(account: Account, asked: Asked): Expected {
  const { token, amount, terms, now, supply } = asked;
  if (isPaused(terms, now)) return PAUSED;
  if (amount < LEAST[token]) return tooLittle(token);
  const prices = pricesAt(terms, now);
  const lmt = bought(token, amount, prices);
  const left = supply === null ? lmt : settingsAt(terms, now).maxSupply - supply;
  if (lmt > left) return refused(422, 'SUPPLY_EXCEEDED', { available: inLmt(left) });
  for (const quote of account.bondQuotes) {
    if (quote.token === token && quote.usedBy === null) quote.endedAt ??= now;
  }
  const expiresAt = now + 10 * MINUTE;
  const kept = { endedAt: null, usedBy: null, reference: '' };
  account.bondQuotes.push({ token, amount, prices, createdAt: now, expiresAt, ...kept });
  return {
    status: 201,
    body: {
      tokenType: token,
      amount: shown(token, amount),
      lmtAmount: inLmt(lmt),
      price: shownPrice(token, prices),
      expiresAt: iso(expiresAt),
    },
  };
}

/** Valid quote that a payment names; null if none. */
function quoteOf({ bondQuote, blockTime, signature }: Payment): BondQuote | null {
  if (!bondQuote) return null;
  const { endedAt, usedBy } = bondQuote;
  const isEnded = endedAt !== null && endedAt <= blockTime;
  return isEnded || (usedBy !== null && usedBy !== signature) ? null : bondQuote;
}

/** Prices the quoted amount at the locked price, and the rest at block time. */
function priceOf(payment: Payment, quote: BondQuote | null, then: Prices): bigint {
  const { token, amount, blockTime } = payment;
  const holds = quote !== null && blockTime <= quote.expiresAt + MINUTE;
  const quoted = holds ? lower(amount, quote.amount) : 0n;
  return (holds ? bought(token, quoted, quote.prices) : 0n) + bought(token, amount - quoted, then);
}

/** True if a quote of its payer covers a payment. */
export const isExpected = (payment: Payment): boolean =>
  quoteOf(payment) !== null || payment.feeQuote !== null;

interface Settling extends Moment {
  /** True if the payer's time to announce it is over. */
  readonly isDue: boolean;
}

/** Settles a payment once: as fee credit, an announced bond, or a new bond. */
export function settle(account: Account, payment: Payment, { terms, now, isDue }: Settling): void {
  const quote = quoteOf(payment);
  if (!quote && payment.feeQuote) {
    payment.use = 'fee';
    account.credit += payment.amount;
    return;
  }
  const { token, amount, signature, blockTime, final } = payment;
  const lmt = priceOf(payment, quote, pricesAt(terms, blockTime));
  const waiting = isDue
    ? account.bonds.find((bond) => bond.status === 'pending' && fits(bond, payment))
    : undefined;
  const bond = waiting ?? { ...newBond({ token, amount, createdAt: now }), byWatcher: isDue };
  Object.assign(bond, { amount, lmt, signature, final, status: 'confirmed', startsAt: blockTime });
  if (!waiting) account.bonds.push(bond);
  account.items.push(itemOf(bond));
  payment.use = 'bond';
  if (quote) quote.usedBy = signature;
}

const fits = (bond: Bond, { token, amount }: Payment): boolean =>
  bond.signature === null && bond.token === token && bond.amount === amount;

const newBond = (of: Pick<Bond, 'token' | 'amount' | 'createdAt'>): Bond => ({
  ...of,
  id: null,
  lmt: 0n,
  status: 'pending',
  signature: null,
  startsAt: null,
  final: false,
  byWatcher: false,
  deleted: false,
});

const itemOf = (bond: Bond): Item => ({
  type: 'bond',
  at: bond.createdAt,
  amount: bond.amount,
  token: bond.token,
  fee: 0n,
  feeToken: bond.token,
  note: null,
  of: bond,
});

/** `POST /api/bonds` with a confirmed payment. */
export function postBond(account: Account, payment: Payment, { terms, now }: Moment): Expected {
  if (isPaused(terms, now)) return PAUSED;
  if (payment.use === 'fee') return refused(409, 'SIGNATURE_USED');
  const isNew = payment.use === null;
  if (isNew) settle(account, payment, { terms, now, isDue: false });
  const bond = account.bonds.find(
    ({ signature, deleted }) => signature === payment.signature && !deleted,
  );
  if (!bond) return refused(409, 'SIGNATURE_USED');
  return { status: isNew ? 201 : 200, body: showBond(bond, now) };
}

/** Bond of a payment that the owner assigns to a user, at the price at block time. */
export function assignedBond(account: Account, payment: Payment, { terms, now }: Moment): Bond {
  const { token, signature, blockTime } = payment;
  const amount = restOf(payment);
  const bond = newBond({ token, amount, createdAt: now });
  const lmt = bought(token, amount, pricesAt(terms, blockTime));
  Object.assign(bond, { lmt, signature, final: true, status: 'confirmed', startsAt: blockTime });
  account.bonds.push(bond);
  account.items.push(itemOf(bond));
  return bond;
}

/** `POST /api/bonds` without a payment, which is awaited. */
export function announceBond(account: Account, asked: Asked): Expected {
  const { token, amount, terms, now } = asked;
  if (isPaused(terms, now)) return PAUSED;
  if (amount < LEAST[token]) return tooLittle(token);
  const bond = newBond({ token, amount, createdAt: now });
  bond.lmt = bought(token, amount, pricesAt(terms, now));
  account.bonds.push(bond);
  return { status: 201, body: showBond(bond, now) };
}

export function claim(account: Account, bond: Bond, { terms, now }: Moment): Expected {
  if (isPaused(terms, now)) return PAUSED;
  const { status, startsAt } = bond;
  if (status === 'failed') return refused(409, 'BOND_FAILED');
  if (status === 'pending' || startsAt === null) return refused(409, 'BOND_PENDING');
  if (status === 'confirmed') {
    if (now < startsAt + DAY) {
      return refused(409, 'BOND_LOCKED', { possibleAt: iso(startsAt + DAY) });
    }
    if (!bond.final) return refused(409, 'BOND_NOT_FINALIZED');
    bond.status = 'completed';
    account.unstaked += bond.lmt;
  }
  return { status: 200, body: showBond(bond, now) };
}
