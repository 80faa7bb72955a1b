import { type Payout, canPay, payoutExpiry } from '#domain/sells/payout';
import { type Result, ok, refuse } from '#domain/base/result';
import type { Instant } from '#domain/base/time';
import type { Balances } from '../../chain/balances.ts';
import { matchesBuilt } from '../../chain/matches-built.ts';
import { payoutKeys } from '../../chain/payout-keys.ts';
import { seenAs } from '../../chain/payout-trace.ts';
import { sign } from '../../chain/sign.ts';
import type { Parts } from '../../parts.ts';
import type { Session } from '../../store/db/database.ts';
import { readHead } from '../../store/terms/head.ts';
import { newId } from '../../store/db/ids.ts';
import {
  addPayout,
  lockPayout,
  lockTreasury,
  openPayoutOf,
  spokenFor,
  updatePayout,
} from '../../store/sells/payouts.ts';
import { lockUser } from '../../store/users/users.ts';

/** What is to be paid, and to whom. */
export type PayoutOrder = Pick<
  Payout,
  'purpose' | 'subject' | 'userId' | 'token' | 'amount' | 'receiver'
>;

/** How far a payout has come with this write. */
export interface Step {
  /** Whether it was made by it; else it was waiting for its signature. */
  readonly isNew: boolean;
  readonly isSigned: boolean;
  readonly now: Instant;
  /** The user's, locked; null for a payout of nobody known. */
  readonly version: bigint | null;
}

/** Writes what a payout means for what it pays, in the payout's own transaction; refuses where that no longer stands. */
export type Effect = (session: Session, payout: Payout, step: Step) => Promise<Result<null>>;

/**
 * Pays once: reserve, sign and store, then send. Whoever asks again gets the payout that is under way.
 * Without a key on the server the first call hands out a transaction, and the second brings it back.
 */
export async function payOut(
  parts: Parts,
  order: PayoutOrder,
  signedTransaction: string | undefined,
  effect: Effect,
): Promise<Result<Payout>> {
  const open = await openPayoutOf(parts.database, order.purpose, order.subject);
  if (open?.status === 'awaiting-signature' && signedTransaction !== undefined) {
    return takeSigned(parts, open, signedTransaction, effect);
  }
  if (open) return ok(open);
  if (signedTransaction !== undefined) return refuse('PAYOUT_EXPIRED');
  return beginPayout(parts, order, effect);
}

/** Makes a payout and reserves it; `instead` is one that has expired and makes way in the same write. */
export async function beginPayout(
  parts: Parts,
  order: PayoutOrder,
  effect: Effect,
  instead: Payout | null = null,
): Promise<Result<Payout>> {
  const { database } = parts;
  const prepared = await prepare(parts, order);
  if (!prepared.ok) return prepared;
  const { payout, balances, rent, since } = prepared.value;
  const reserved = await database.transaction(async (session): Promise<Result<Payout>> => {
    const version = order.userId === null ? null : await lockUser(session, order.userId);
    await lockTreasury(session);
    const { now } = await readHead(session);
    if (instead) {
      const old = await lockPayout(session, instead.id);
      if (old.status !== instead.status || old.signature !== instead.signature) return ok(old);
      await updatePayout(session, { ...old, status: 'expired', settledAt: now });
    }
    const open = await openPayoutOf(session, order.purpose, order.subject);
    if (open) return ok(open);
    const { lamports: openLamports, usdc: openUsdc, costs } = await spokenFor(session, since);
    const purse = { ...balances, openLamports, openUsdc, openCosts: costs, rent };
    const able = canPay(purse, payout);
    if (!able.ok) return able;
    const step = { isNew: true, isSigned: payout.signed !== null, now, version };
    const stands = await effect(session, payout, step);
    if (!stands.ok) return stands;
    await addPayout(session, payout);
    return ok(payout);
  });
  if (reserved.ok) await sendPayout(parts, reserved.value);
  return reserved;
}

interface Prepared {
  readonly payout: Payout;
  readonly balances: Balances;
  readonly rent: Balances['lamports'];
  /** When the balances were read, or before. */
  readonly since: Instant;
}

/** Asks the chain for everything that a payout takes, and signs it where there is a key. Moves nothing. */
async function prepare(parts: Parts, order: PayoutOrder): Promise<Result<Prepared>> {
  const { database, chain, treasuryKey } = parts;
  const { now } = await readHead(database);
  const id = newId(now);
  const keys = payoutKeys({ ...order, id });
  const [balances, rent, built] = [
    await chain.balances('finalized'),
    await chain.rentExempt(0),
    await chain.buildTransfer({
      token: order.token,
      to: order.receiver,
      amount: order.amount,
      references: [keys.forSubject, keys.forAttempt],
    }),
  ];
  if (built.kind === 'impossible') {
    return refuse('PAYOUT_IMPOSSIBLE', { reason: 'the receiver’s token account cannot take it' });
  }
  if (balances.kind !== 'fact' || rent.kind !== 'fact' || built.kind !== 'fact') {
    return refuse('CHAIN_UNAVAILABLE');
  }
  const { transaction, lastValidBlockHeight, slot: builtSlot, costs } = built.value;
  const signed = treasuryKey && (await sign(transaction, treasuryKey));
  const payout: Payout = {
    ...order,
    id,
    status: signed ? 'sent' : 'awaiting-signature',
    built: transaction,
    signed: signed?.transaction ?? null,
    signature: signed?.signature ?? null,
    lastValidBlockHeight,
    builtSlot,
    costs,
    createdAt: now,
    expiresAt: payoutExpiry(now),
    settledAt: null,
    err: null,
  };
  return ok({ payout, balances: balances.value, rent: rent.value, since: now });
}

/** Takes the transaction back from the owner's wallet, stores it, and then sends it. */
async function takeSigned(
  parts: Parts,
  open: Payout,
  signedTransaction: string,
  effect: Effect,
): Promise<Result<Payout>> {
  const { database, chain } = parts;
  const match = await matchesBuilt(signedTransaction, open.built);
  if (!match.ok) return refuse('PAYOUT_MISMATCH', { reason: match.reason });
  const { transaction, signature } = match.signed;
  const { lastValidBlockHeight, builtSlot: slot } = open;
  const progress = await chain.follow({ signature, lastValidBlockHeight, slot });
  if (progress.kind === 'expired') return refuse('PAYOUT_EXPIRED');
  // A wallet may have sent it by itself, in other bytes: then these would pay a second time.
  const seen = await seenAs(chain, open);
  if (seen.kind === 'unknown') return refuse('CHAIN_UNAVAILABLE');
  const bytes =
    seen.kind === 'fact' && seen.value !== signature
      ? { signed: null, signature: seen.value }
      : { signed: transaction, signature };
  const stored = await database.transaction(async (session): Promise<Result<Payout>> => {
    const version = open.userId === null ? null : await lockUser(session, open.userId);
    const payout = await lockPayout(session, open.id);
    if (payout.status === 'sent' || payout.status === 'finalized') return ok(payout);
    if (payout.status !== 'awaiting-signature') return refuse('PAYOUT_EXPIRED');
    const { now } = await readHead(session);
    const sent: Payout = { ...payout, ...bytes, status: 'sent' };
    const stands = await effect(session, sent, { isNew: false, isSigned: true, now, version });
    if (!stands.ok) return stands;
    await updatePayout(session, sent);
    return ok(sent);
  });
  if (stored.ok) await sendPayout(parts, stored.value);
  return stored;
}

/** What the chain says of a blockhash that is over; following it says whether it has landed before. */
const OVER = '"BlockhashNotFound"';

/** Sends the stored bytes; what became of them is found out by following them. */
export async function sendPayout({ chain, alert }: Parts, payout: Payout): Promise<void> {
  if (payout.status !== 'sent' || payout.signed === null) return;
  const sending = await chain.send(payout.signed);
  if (sending.kind === 'refused' && sending.err !== null && sending.err !== OVER) {
    alert('a payout is refused by the chain', { payoutId: payout.id, err: sending.err });
  }
}
