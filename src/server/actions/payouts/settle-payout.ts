import type { Payout } from '#domain/sells/payout';
import type { Parts } from '../../parts.ts';
import type { Session } from '../../store/db/database.ts';
import { readHead } from '../../store/terms/head.ts';
import { lockPayout, updatePayout } from '../../store/sells/payouts.ts';
import { lockUser } from '../../store/users/users.ts';
import { reopen, sellEffect, settle } from './pay-sell.ts';
import { giveCreditBack } from './refund-credit.ts';
import { settleDeposit } from './refund-deposit.ts';

type End =
  | { readonly status: 'finalized' | 'expired' }
  | { readonly status: 'failed'; readonly err: string };

/** Ends a payout, once, and with it what it was for; false where it had moved on already. */
export async function close({ database }: Parts, seen: Payout, end: End): Promise<boolean> {
  return database.transaction(async (session) => {
    const version = seen.userId === null ? null : await lockUser(session, seen.userId);
    const payout = await lockPayout(session, seen.id);
    if (payout.status !== seen.status || payout.signature !== seen.signature) return false;
    const { now } = await readHead(session);
    const err = end.status === 'failed' ? end.err : null;
    await updatePayout(session, { ...payout, status: end.status, settledAt: now, err });
    await (end.status === 'finalized' ? done : undone)(session, payout, version, now);
    return true;
  });
}

type Consequence = (
  session: Session,
  payout: Payout,
  version: bigint | null,
  now: Payout['createdAt'],
) => Promise<void>;

const done: Consequence = async (session, payout, version, now) => {
  if (payout.purpose === 'sell') await settle(session, payout, version, now);
  if (payout.purpose === 'deposit') await settleDeposit(session, payout, now);
};

const undone: Consequence = async (session, payout, version, now) => {
  if (payout.purpose === 'sell') await reopen(session, payout, version, now);
  if (payout.purpose === 'credit') await giveCreditBack(session, payout, version, now);
};

/** The transaction landed under a signature that nobody brought back: from now on it is followed by that. */
export async function adopt({ database }: Parts, seen: Payout, signature: string): Promise<void> {
  await database.transaction(async (session) => {
    const version = seen.userId === null ? null : await lockUser(session, seen.userId);
    const payout = await lockPayout(session, seen.id);
    if (payout.status !== seen.status || payout.signature !== seen.signature) return;
    const { now } = await readHead(session);
    const sent: Payout = { ...payout, status: 'sent', signed: null, signature };
    await updatePayout(session, sent);
    if (payout.purpose === 'sell' && payout.status === 'awaiting-signature') {
      const step = { isNew: false, isSigned: true, now, version };
      const approved = await sellEffect(null)(session, sent, step);
      if (!approved.ok) throw new Error(approved.refusal.code);
    }
  });
}
