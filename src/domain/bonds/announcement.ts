import { type Bond, type BondRequest, announceBond, checkBondAmount } from './bond.ts';
import type { Change } from '../base/change.ts';
import {
  type Amount,
  type Lmt,
  MAX_AMOUNT,
  type PayToken,
  parseRequestAmount,
} from '../base/money.ts';
import { type Result, ok, refuse } from '../base/result.ts';
import { DAY_MS, type Instant, after } from '../base/time.ts';
import type { InForce } from '../terms/terms-in-force.ts';
import { type MarketPrice, lmtPriceAt } from '../terms/price.ts';

/** Input of a request to open a bond. */
export interface BondInput {
  readonly tokenType: PayToken;
  readonly amount: string;
  readonly lmtAmount?: string | undefined;
  readonly transactionSignature?: string | undefined;
}

export interface ParsedBondInput {
  readonly token: PayToken;
  readonly amount: Amount<PayToken>;
  /** LMT that the user was shown; null if not sent. */
  readonly expected: Lmt | null;
  readonly signature: string | null;
}

/** Parses the input of a bond; refuses an amount below the minimum. */
export function readBondInput(input: BondInput): Result<ParsedBondInput> {
  const { tokenType: token, transactionSignature: signature = null } = input;
  const amount: Result<Amount<PayToken>> = parseRequestAmount(token, input.amount);
  if (!amount.ok) return amount;
  const expected =
    input.lmtAmount === undefined ? ok(null) : parseRequestAmount('LMT', input.lmtAmount);
  if (!expected.ok) return expected;
  const enough = checkBondAmount({ token, amount: amount.value });
  if (!enough.ok) return enough;
  return ok({ token, amount: amount.value, expected: expected.value, signature });
}

/** Maximum announced bonds of a user without a seen payment, separately with and without a signature. */
const UNSEEN_MAX = 10;
/** Time for which a failed announcement counts towards the limit. */
export const UNSEEN_COUNTS_MS = DAY_MS;

/** Facts for the announcement of a bond. */
export interface AnnouncementFacts {
  readonly now: Instant;
  /** Newest SOL price. */
  readonly sol: MarketPrice;
  /** Bonds of the user that are pending, that failed in the last day, or that name the announced payment. */
  readonly bonds: readonly Bond[];
}

export interface Announcement extends BondRequest {
  /** Signature of the announced payment; null if the user names none. */
  readonly signature: string | null;
  /** Slot at which the chain did not know that payment; null if it was not looked up. */
  readonly postedSlot: number | null;
}

/** Bond of an announcement, with its change; null if it was announced before. */
export interface AnnouncementDecision {
  readonly bond: Bond;
  readonly change: Change<Bond> | null;
}

type Named = Pick<Announcement, 'signature' | 'token'>;

const namedBy = (bonds: readonly Bond[], { signature, token }: Named): Bond | undefined =>
  bonds.find((bond) => signature !== null && bond.signature === signature && bond.token === token);

/** Refuses a further announcement above the limit of unseen payments, unless it repeats an earlier one. */
export function checkAnnouncementLimit(
  { bonds, now }: Pick<AnnouncementFacts, 'bonds' | 'now'>,
  named: Named,
): Result<null> {
  if (namedBy(bonds, named)) return ok(null);
  const unseen = bonds.filter(
    (bond) =>
      (bond.status === 'pending' || failedLately(bond, now)) &&
      (bond.signature === null) === (named.signature === null),
  );
  return unseen.length < UNSEEN_MAX ? ok(null) : refuse('BONDS_PENDING');
}

const failedLately = ({ status, byWatcher, createdAt }: Bond, now: Instant): boolean =>
  status === 'failed' && !byWatcher && createdAt > after(now, -UNSEEN_COUNTS_MS);

/** Records an announced bond, once per signature and token. */
export function decideAnnouncement(
  { now, sol, bonds }: AnnouncementFacts,
  { signature, postedSlot, ...asked }: Announcement,
  { terms, lmtPrices }: InForce,
): Result<AnnouncementDecision> {
  const known = namedBy(bonds, { signature, token: asked.token });
  if (known) return ok({ bond: known, change: null });
  const allowed = checkAnnouncementLimit({ bonds, now }, { signature, token: asked.token });
  if (!allowed.ok) return allowed;
  const prices = { lmt: lmtPriceAt(lmtPrices, terms, now), sol: sol.price };
  const change = announceBond({ asked, signature, prices, postedSlot }, now);
  if (change.next.lmtAmount > MAX_AMOUNT) {
    return refuse('AMOUNT_OUT_OF_RANGE', { token: asked.token });
  }
  return ok({ bond: change.next, change });
}
