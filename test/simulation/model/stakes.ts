import {
  type Account,
  type Bond,
  type Expected,
  PAUSED,
  type Payment,
  type Vault,
  refused,
} from './account.ts';
import {
  DAY,
  MINUTE,
  amount as shown,
  higher,
  inLmt,
  iso,
  lower,
  stakingFee,
  total,
  up,
} from './arithmetic.ts';
import { showStake } from './show-stake.ts';
import { type Moment, type Terms, isPaused, priceChanges, pricesAt, settingsAt } from './terms.ts';
import { age } from './vaults.ts';

const LEAST = 10_000n;

/** Usable fee credit: excludes remainders of payments that are not final. */
export function usableCredit(account: Account, own: Payment | null = null): bigint {
  const open = account.payments.filter(
    (payment) => payment.use === 'fee' && !payment.final && payment !== own,
  );
  const uncertain = open.map(({ amount, stakeFee }) => higher(0n, amount - (stakeFee ?? 0n)));
  return higher(0n, account.credit - total(uncertain));
}

const feeAt = (amount: bigint, terms: Terms, at: number): bigint =>
  stakingFee(amount, settingsAt(terms, at).stakingFee, pricesAt(terms, at));

/** Refusal that is independent of the fee payment. */
function refusedAnyway({ unstaked }: Account, amount: bigint): Expected | null {
  if (amount < LEAST) return refused(422, 'BELOW_MINIMUM', { minimum: inLmt(LEAST) });
  if (amount <= unstaked) return null;
  return refused(422, 'INSUFFICIENT_BALANCE', { available: inLmt(unstaked) });
}

/** Fixes a fee for ten minutes; a repetition within a minute returns the same quote. */
export function quoteFee(account: Account, amount: bigint, { terms, now }: Moment): Expected {
  age(account, terms, now);
  const hopeless = refusedAnyway(account, amount);
  if (hopeless) return hopeless;
  const fee = feeAt(amount, terms, now);
  const last = account.feeQuotes.findLast((quote) => quote.amount === amount);
  const isSame = last !== undefined && last.fee === fee && now <= last.createdAt + MINUTE;
  const expiresAt = isSame ? last.expiresAt : now + 10 * MINUTE;
  if (!isSame) account.feeQuotes.push({ amount, fee, createdAt: now, expiresAt, reference: '' });
  const credit = usableCredit(account);
  return {
    status: 200,
    body: {
      lamports: higher(0n, fee - credit).toString(),
      feeSOL: shown('SOL', fee),
      credit: credit.toString(),
      expiresAt: iso(expiresAt),
    },
  };
}

interface Staking extends Moment {
  readonly amount: bigint;
  readonly auto: boolean;
  /** Posted payment; null to use credit. */
  readonly payment: Payment | null;
  /** True if that payment is final. */
  readonly isFinal: boolean;
}

/** Possible fees, the quoted one first. */
function feesOf(account: Account, { amount, payment, terms, now }: Staking): bigint[] {
  const latest = account.feeQuotes.findLast((quote) => quote.amount === amount);
  const named = payment?.feeQuote?.amount === amount ? payment.feeQuote : null;
  const held =
    named && now <= named.expiresAt + MINUTE
      ? named
      : latest && now <= latest.expiresAt
        ? latest
        : null;
  const present = held?.fee ?? feeAt(amount, terms, now);
  if (!payment || now > payment.blockTime + 10 * MINUTE) return [present];
  const { blockTime, amount: paid } = payment;
  const quoted = named && blockTime <= named.expiresAt + MINUTE ? named.fee : null;
  const { stakingFee: rate } = settingsAt(terms, blockTime);
  const lowest = priceChanges(terms, blockTime - 10 * MINUTE, blockTime)
    .map((at) => stakingFee(amount, rate, pricesAt(terms, at)))
    .reduce(lower);
  // The part of the fee not covered by the payment is charged at current prices.
  const inAll = (then: bigint): bigint =>
    paid >= then ? then : paid + up((then - paid) * present, then);
  return [...(quoted === null ? [] : [inAll(quoted)]), inAll(lowest)];
}

/** `POST /api/stakes`: the fee is taken from the posted payment and from credit. */
export function openStake(account: Account, staking: Staking): Expected {
  const { amount, auto, payment, isFinal, terms, now } = staking;
  if (isPaused(terms, now)) return PAUSED;
  age(account, terms, now);
  const made = account.vaults.find(
    (v) => payment && v.signature === payment.signature && !v.voided && !v.deleted,
  );
  if (made) return { status: 200, body: showStake(made, terms, now) };
  const isNew = payment?.use === null;
  // A payment posted as a fee becomes credit, even if the stake is refused.
  if (payment && isNew) {
    payment.use = 'fee';
    payment.final = isFinal;
    account.credit += payment.amount;
  }
  const hopeless = refusedAnyway(account, amount);
  if (hopeless) return hopeless;
  const bond = payment?.use === 'bond' ? freeBond(account, payment) : null;
  if (payment && (payment.stakeFee !== null || (payment.use === 'bond' && !bond))) {
    return refused(409, 'SIGNATURE_USED');
  }
  if (payment && bond && now > payment.blockTime + 10 * MINUTE) return refused(409, 'FEE_TOO_OLD');
  const certain = usableCredit(account, payment);
  const uncertain = payment ? account.credit - certain : 0n;
  const available = certain + (bond ? bond.amount : 0n);
  const fees = feesOf(account, staking);
  const fee = fees.find((each) => each <= available);
  if (fee === undefined) {
    if (payment && bond) takeOut(account, { bond, payment, fee: bond.amount });
    const missing = fees.reduce(lower) - available - uncertain;
    if (missing <= 0n) return refused(409, 'FEE_NOT_SEEN');
    const due = { requiresFeePayment: true, lamports: missing.toString() };
    return refused(402, 'FEE_REQUIRED', due);
  }
  if (payment && bond) takeOut(account, { bond, payment, fee });
  account.unstaked -= amount;
  account.credit -= fee;
  if (payment) payment.stakeFee = fee;
  const vault = newVault({ amount, auto, fee, payment, isFinal, now });
  account.vaults.push(vault);
  account.items.push({
    type: 'stake',
    at: now,
    amount,
    token: 'LMT',
    fee,
    feeToken: 'SOL',
    note: null,
    of: vault,
  });
  return { status: 201, body: showStake(vault, terms, now) };
}

/** Unclaimed bond that the watcher made of a payment, and that gave no fee. */
const freeBond = ({ bonds }: Account, { signature }: Payment): Bond | null =>
  bonds.find(
    (bond) =>
      bond.signature === signature &&
      bond.byWatcher &&
      bond.status === 'confirmed' &&
      !bond.deleted,
  ) ?? null;

const LEAST_BOND = 10_000_000n;

/**
 * Moves a payment from its bond to credit. The fee becomes credit; the rest stays a bond at its old price, or
 * becomes credit if it is too small.
 */
function takeOut(
  account: Account,
  { bond, payment, fee }: { readonly bond: Bond; readonly payment: Payment; readonly fee: bigint },
): void {
  const rest = bond.amount - lower(fee, bond.amount);
  const lmt = (bond.lmt * rest) / bond.amount;
  const stays = rest >= LEAST_BOND && lmt > 0n;
  account.credit += stays ? bond.amount - rest : bond.amount;
  if (stays) {
    payment.outOfBond = bond.amount - rest;
    Object.assign(bond, { amount: rest, lmt });
  } else {
    payment.use = 'fee';
    Object.assign(bond, { deleted: true, status: 'failed' });
  }
}

function newVault({
  amount,
  auto,
  fee,
  payment,
  isFinal,
  now,
}: {
  readonly amount: bigint;
  readonly auto: boolean;
  readonly fee: bigint;
  readonly payment: Payment | null;
  readonly isFinal: boolean;
  readonly now: number;
}): Vault {
  return {
    id: '',
    amount,
    original: amount,
    posted: 0n,
    offset: 0n,
    earned: 0n,
    takenOut: 0n,
    cycleNumber: 1,
    cycle: null,
    matured: false,
    createdAt: now,
    vestedAt: now + DAY,
    auto,
    restaked: null,
    feePaid: fee,
    signature: payment?.signature ?? null,
    feeFinal: payment === null || payment.final || isFinal,
    completedAt: null,
    released: false,
    voided: false,
    deleted: false,
  };
}
