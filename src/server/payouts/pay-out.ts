import { type Refused, type Result, ok, refuse } from '#domain/base/result';
import { usdPrice } from '#domain/base/money';
import type { Instant } from '#domain/base/time';
import { type PayoutLimit, checkPayoutLimit } from '#domain/payouts/payout-daily-limit';
import { type Payout, type PayoutPurpose, dueOf } from '#domain/payouts/payout';
import { attemptsOf } from '#domain/payouts/payout-attempts';
import { NONCE_SEEDS } from '#domain/payouts/payout-labels';
import {
  type DecidedPayout,
  type SignedBytes,
  reservePayout,
  takeSignedPayout,
  withdrawAltered,
} from '#domain/payouts/payout-steps';
import {
  type PayoutOrder,
  type PayoutSubject,
  goesElsewhere,
  nextPayoutStep,
} from '#domain/payouts/payout-subject';
import { signedMatchesPayout } from '../kernel/chain/signed-matches-built.ts';
import { payoutKeys } from '../kernel/chain/payout-keys.ts';
import { findPayment } from '../kernel/chain/payout-lookup.ts';
import { type Signed, cosign } from '../kernel/chain/sign.ts';
import type { Admin } from '../kernel/guards/owner.ts';
import type { Answer } from '../kernel/base/route.ts';
import type { Parts } from '../kernel/parts.ts';
import { watchedAddresses } from '../payments/watch-cursors.ts';
import { type StoredPayouts, payoutFacts, payoutLocks } from './payout-facts.ts';
import { type Decision, unwritten } from '../kernel/write/plan.ts';
import type { RowLocks } from '../kernel/write/row-locks.ts';
import { reportedSolPrice } from '../kernel/terms/market-prices.ts';
import { consumeNonce } from '../kernel/sessions/sign-in-queries.ts';
import type { Proof } from '../users/prove-wallet.ts';
import { type MakingParts, makePayout } from './make-payout.ts';
import { payoutLog } from './payout-log.ts';
import { type ToBeSigned, requestSignature, signedNonce } from './payout-signature.ts';
import { sendPayout } from './send-payout.ts';

/** Request to pay a subject, with the owner's signatures. */
interface PayRequest<P extends PayoutPurpose = PayoutPurpose> {
  readonly purpose: P;
  /** Id of the sell request, the deposit, or the user whose credit is paid back. */
  readonly subject: string;
  readonly admin: Admin;
  readonly notes: string | null;
  /** Receiver of a deposit, if not its sender. */
  readonly receiver?: string | undefined;
  readonly signedTransaction: string | undefined;
  /** Owner's signature for this payout, required above the limit of the server's key. */
  readonly proof: Omit<Proof, 'walletAddress'>;
}

/** Subject and its payout at an instant. */
interface PaidOut<P extends PayoutPurpose = PayoutPurpose> {
  readonly subject: Extract<PayoutSubject, { readonly purpose: P }>;
  readonly payout: Payout | null;
  readonly now: Instant;
}

export type PayingParts = MakingParts &
  Pick<Parts, 'writer' | 'network' | 'origin' | 'payoutDailyLimit' | 'isStaticFeed'>;

const WHAT = { sell: 'Sell request', deposit: 'Deposit', credit: 'User' } as const;
const noSuch = (purpose: PayoutPurpose): Refused => refuse('NOT_FOUND', { what: WHAT[purpose] });

/**
 * Pays once: reserves, signs and stores, then sends. A repeated request returns the open payout. Without a
 * key on the server, the first call returns a transaction, and the second brings it back signed.
 */
export async function payOut<P extends PayoutPurpose>(
  parts: PayingParts,
  request: PayRequest<P>,
): Promise<Result<PaidOut<P>>> {
  // Safe, because a subject is read and decided by its purpose.
  return (await payRetrying(parts, request)) as Result<PaidOut<P>>;
}

/** Builds the response: 202 with the transaction if the owner's wallet must sign it. */
export function payoutResponse<Body extends object>(
  body: Body,
  payout: Payout | null,
): Answer<Body & { transaction?: string }> {
  if (payout?.status !== 'awaiting-signature') return { status: 200, body };
  if (payout.isOutside) return { status: 202, body };
  return { status: 202, body: { ...body, transaction: payout.built } };
}

/** Maximum tries. Each conflict means that another payout has taken a nonce, so more tries than nonces cannot help. */
const TRIES_MAX = NONCE_SEEDS.length;

/** Pays, and retries from new facts if another payout has taken the same nonce meanwhile. */
async function payRetrying(parts: PayingParts, request: PayRequest): Promise<Result<PaidOut>> {
  for (let tries = 1; ; tries += 1) {
    const paid = await pay(parts, request);
    const isConflict = !paid.ok && paid.refusal.code === 'CONFLICT';
    if (!isConflict || tries === TRIES_MAX) return paid;
  }
}

async function pay(parts: PayingParts, request: PayRequest): Promise<Result<PaidOut>> {
  const { purpose, subject: id, signedTransaction, receiver = null } = request;
  const [facts] = await payoutFacts[purpose].read(parts.database, [{ id, isMaking: true }]);
  if (!facts) return noSuch(purpose);
  const step = nextPayoutStep(facts, signedTransaction !== undefined, receiver);
  if (!step.ok) return step;
  if (step.value.kind === 'make')
    return reserve(parts, { request, order: step.value.order, found: facts });
  const { kind, payout } = step.value;
  if (kind === 'take' && signedTransaction !== undefined) {
    return takeSigned(parts, request, { facts, open: payout, signedTransaction });
  }
  return ok({ subject: facts.subject, payout, now: facts.now });
}

/** Makes a payout, stores it if it is still allowed, and then sends it. */
async function reserve(
  parts: PayingParts,
  {
    request,
    order,
    found,
  }: { readonly request: PayRequest; readonly order: PayoutOrder; readonly found: StoredPayouts },
): Promise<Result<PaidOut>> {
  const next = { ...order, isElsewhere: goesElsewhere(found.subject, order.receiver) };
  const signed = await limitFor(parts, request, next);
  if (!signed.ok) return (await madeMeanwhile(parts, request)) ?? signed;
  const { limit, nonce } = signed.value;
  if (!checkPayoutLimit(next, found, limit).ok) return requestSignature(parts, request, next);
  const made = await makePayout(parts, order, found);
  if (!made.ok) return made;
  const stored = await store(parts, request, {
    locks: { ...payoutLocks(order), treasury: true },
    isMaking: true,
    decide: (facts) => {
      const within = checkPayoutLimit(next, facts, limit);
      return within.ok ? reservePayout(facts, made.value, request.notes) : within;
    },
    // Consumed only after the payout is stored, so that the same signed approval, sent again meanwhile,
    // returns the same payout.
    beforeSending: async () => void (nonce && (await consumeNonce(parts.database, nonce))),
  });
  const isLimited = !stored.ok && stored.refusal.code === 'SIGNATURE_REQUIRED';
  return isLimited ? requestSignature(parts, request, next) : stored;
}

/** Returns the payout that another request has made since the facts were read; null if there is none. */
async function madeMeanwhile(
  parts: PayingParts,
  request: PayRequest,
): Promise<Result<PaidOut> | null> {
  const { purpose, subject: id, receiver = null } = request;
  const [facts] = await payoutFacts[purpose].read(parts.database, [{ id, isMaking: true }]);
  if (!facts) return null;
  const step = nextPayoutStep(facts, false, receiver);
  if (!step.ok || step.value.kind === 'make') return null;
  return ok({ subject: facts.subject, payout: step.value.payout, now: facts.now });
}

interface SignedLimit {
  readonly limit: PayoutLimit;
  /** Nonce of the approval that the owner signed; null if nothing is signed. */
  readonly nonce: string | null;
}

/**
 * Returns the limit for the server's key, and the owner's signature if there is one. Transactions that the
 * owner's wallet signs have no limit.
 */
async function limitFor(
  parts: PayingParts,
  request: PayRequest,
  order: ToBeSigned,
): Promise<Result<SignedLimit>> {
  const { treasuryKey, payoutDailyLimit: perDay } = parts;
  if (treasuryKey === null || (perDay === null && !order.isElsewhere)) {
    const limit = { perDay: null, sol: usdPrice(0n), isSigned: treasuryKey === null };
    return ok({ limit, nonce: null });
  }
  const signed = await signedNonce(parts, request, order);
  if (!signed.ok) return signed;
  // Uses the reported price, because an admin session can enter a price, and must not lift the limit with it.
  const sol = await reportedSolPrice(parts.database, parts.isStaticFeed);
  const nonce = signed.value;
  return ok({ limit: { perDay, sol, isSigned: nonce !== null }, nonce });
}

/** Transaction returned by the owner's wallet, for the payout that waits for it. */
interface Returned {
  readonly facts: StoredPayouts;
  readonly open: Payout;
  readonly signedTransaction: string;
}

/** Takes the signed transaction from the owner's wallet, stores it, and then sends it. */
async function takeSigned(
  parts: PayingParts,
  request: PayRequest,
  returned: Returned,
): Promise<Result<PaidOut>> {
  const { open } = returned;
  const locks = { ...payoutLocks(open), payouts: [open.id] };
  const { built } = open;
  const key = payoutKeys(open).forAttempt;
  const match = await signedMatchesPayout(returned.signedTransaction, { built, key });
  if (match.kind === 'other') return refuse('PAYOUT_MISMATCH', { reason: match.reason });
  if (match.kind === 'altered') {
    return parts.writer.commit({
      facts: payoutFacts[open.purpose],
      key: { id: open.subject, isMaking: false },
      locks,
      missing: noSuch(open.purpose),
      decide: (facts): Decision<Result<PaidOut>> => {
        const { changes, refusal } = withdrawAltered(facts, open);
        return { plan: changes, answer: refusal };
      },
    });
  }
  const bytes = await signedBytes(parts, returned, match.signed);
  if (!bytes.ok) return bytes;
  return store(parts, request, {
    locks,
    isMaking: false,
    decide: (facts) =>
      takeSignedPayout(facts, { id: open.id, bytes: bytes.value, notes: request.notes }),
  });
}

/** Returns the bytes to store, or the payment of the same subject that is already on the chain. */
async function signedBytes(
  { chain, nonces, database }: PayingParts,
  { facts, open }: Returned,
  { transaction, signature }: Signed,
): Promise<Result<SignedBytes>> {
  const seen = await findPayment(chain, open, {
    commitment: 'confirmed',
    reachedSlot: open.builtSlot,
    completeSince: null,
    attempts: attemptsOf(dueOf(open), facts.payouts),
    watched: () => watchedAddresses(database),
  });
  if (seen.kind === 'unknown') return refuse('CHAIN_UNAVAILABLE');
  if (seen.kind === 'fact' && seen.value.signature !== signature) {
    return ok({ ...seen.value, signed: null });
  }
  const { amount, receiver } = open;
  return ok({ signed: await cosign(transaction, nonces.key), signature, amount, receiver });
}

interface StoredStep {
  readonly locks: RowLocks;
  readonly isMaking: boolean;
  readonly decide: (facts: StoredPayouts) => Result<DecidedPayout>;
  readonly beforeSending?: () => Promise<void>;
}

/** Stores a step with its line in the owner's log, and sends what is stored. */
async function store(
  parts: PayingParts,
  request: PayRequest,
  { locks, isMaking, decide, beforeSending }: StoredStep,
): Promise<Result<PaidOut>> {
  const { purpose, subject: id, admin, notes } = request;
  const stored = await parts.writer.commit({
    facts: payoutFacts[purpose],
    key: { id, isMaking },
    locks,
    missing: noSuch(purpose),
    decide: (facts): Decision<Result<PaidOut>> => {
      const decided = decide(facts);
      if (!decided.ok) return unwritten(decided);
      const { subject, payout, changes } = decided.value;
      const answer = ok({ subject, payout, now: facts.now });
      if (!changes) return unwritten(answer);
      return {
        plan: {
          ...changes,
          log: payoutLog(admin, { reason: notes, facts, changed: { subject, payout } }),
        },
        answer,
      };
    },
  });
  if (!stored.ok) return stored;
  await beforeSending?.();
  await sendPayout(parts, stored.value.payout);
  return stored;
}
