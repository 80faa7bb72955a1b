import type { SellJson } from '#contract/sells';
import { presentSell } from '#contract/present/sell';
import { type Result, ok, refuse } from '#domain/base/result';
import { returnSell as giveBack } from '#domain/sells/sell';
import { iso } from '#domain/base/time';
import type { Caller } from '../../guards/session.ts';
import type { Admin } from '../../guards/owner.ts';
import type { HeldKey } from '../../base/held-key.ts';
import type { Parts } from '../../parts.ts';
import { appendLog } from '../../store/ledger/admin-log.ts';
import type { Session } from '../../store/db/database.ts';
import { keeping } from '../../store/write/idempotency.ts';
import { latestPayouts, openPayoutOf } from '../../store/sells/payouts.ts';
import type { Plan } from '../../store/write/plan.ts';
import { listedSell, ownerOfSell, sellToDecide } from '../../store/sells/sells.ts';
import { lockUser } from '../../store/users/users.ts';
import { type Decision, writeIfUnchanged } from '../../store/write/write-if-unchanged.ts';
import { writeLocked } from '../../store/write/write-plans.ts';
import { showSell } from './read-sells.ts';

const NO_REQUEST = refuse('NOT_FOUND', { what: 'Sell request' });

/** Cancels a user's own pending request: LMT and limit are as before it. */
export async function cancelSell(
  { database }: Parts,
  { userId }: Caller,
  { id }: { readonly id: string },
  held: HeldKey | null,
): Promise<Result<SellJson>> {
  return writeIfUnchanged(database, async (session) => {
    const decided = await decide(session, id, 'cancelled', null);
    if (!decided.plan) return decided;
    if (decided.plan.userId !== userId) return { plan: null, answer: refuse('NOT_YOURS') };
    const keep = decided.answer.ok ? keeping(held, 200, decided.answer.value) : null;
    return { ...decided, plan: { ...decided.plan, keep } };
  });
}

/** The owner rejects a pending request: LMT and limit are as before it. */
export async function rejectSell(
  { database }: Parts,
  { actor, call }: Admin,
  { id }: { readonly id: string },
  { notes = null }: { readonly notes?: string | null | undefined },
): Promise<Result<SellJson>> {
  const userId = await ownerOfSell(database, id);
  if (userId === null) return NO_REQUEST;
  return database.transaction(async (session) => {
    await lockUser(session, userId);
    const before = await showSell(session, id);
    const { plan, answer } = await decide(session, id, 'rejected', notes);
    if (!plan || !answer.ok || !before.ok) return answer;
    await writeLocked(session, plan);
    const entry = { at: plan.now, actor, call, reason: notes };
    await appendLog(session, { ...entry, before: before.value, after: answer.value });
    return answer;
  });
}

/** What returning a request writes, or why it cannot be returned. Repeated, it changes nothing. */
async function decide(
  session: Session,
  id: string,
  status: 'rejected' | 'cancelled',
  notes: string | null,
): Promise<Decision<Result<SellJson>> & { readonly plan: Plan | null }> {
  const found = await sellToDecide(session, id);
  const listed = found && (await listedSell(session, id));
  if (!found || !listed) return { plan: null, answer: NO_REQUEST };
  const { sell, version, now } = found;
  if (sell.status === status) return { plan: null, answer: await showSell(session, id) };
  const open = await openPayoutOf(session, 'sell', id);
  if (open) {
    const possibleAt = iso(open.expiresAt);
    return { plan: null, answer: refuse('PAYOUT_UNDER_WAY', { possibleAt }) };
  }
  const returned = giveBack(sell, status, now, notes);
  if (!returned.ok) return { plan: null, answer: returned };
  const { next, journals, items, period } = returned.value;
  const newest = (await latestPayouts(session, [id])).get(id);
  const answer = ok(presentSell({ ...listed, sell: next, place: null }, newest, now));
  const { userId } = sell;
  return {
    plan: { userId, version, now, journals, items, sells: [next], period },
    answer,
  };
}
