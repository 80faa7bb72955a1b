import type { SellJson } from '#contract/sells';
import { type Result, ok, refuse } from '#domain/base/result';
import type { Admin } from '../../guards/owner.ts';
import type { Answer } from '../../base/route.ts';
import type { Parts } from '../../parts.ts';
import { appendLog } from '../../store/ledger/admin-log.ts';
import { sellToDecide } from '../../store/sells/sells.ts';
import { type Effect, payOut } from '../payouts/pay-out.ts';
import { sellEffect, sellOrder } from '../payouts/pay-sell.ts';
import { showSell } from './read-sells.ts';

export interface ApproveInput {
  readonly notes?: string | undefined;
  readonly signedTransaction?: string | undefined;
}

/**
 * Approves a request and pays it, once. 202 with the transaction where the owner's wallet signs; 200
 * once the payout is stored and sent, however often it is asked for.
 */
export async function approveSell(
  parts: Parts,
  admin: Admin,
  { id }: { readonly id: string },
  { notes, signedTransaction }: ApproveInput,
): Promise<Result<Answer<SellJson & { transaction?: string }>>> {
  const { database } = parts;
  const found = await sellToDecide(database, id);
  if (!found) return refuse('NOT_FOUND', { what: 'Sell request' });
  const { sell, wallet } = found;
  if (sell.status === 'rejected' || sell.status === 'cancelled') {
    return refuse('SELL_DECIDED', { status: sell.status });
  }
  let transaction: string | null = null;
  if (sell.status === 'pending') {
    const effect = logged(admin, notes ?? null, sellEffect(notes ?? null));
    const paid = await payOut(parts, sellOrder(sell, wallet), signedTransaction, effect);
    // Approved and paid by somebody else meanwhile: that is told like any repetition.
    const isDone = !paid.ok && (await sellToDecide(database, id))?.sell.status === 'approved';
    if (!paid.ok && !isDone) return paid;
    if (paid.ok && paid.value.status === 'awaiting-signature') transaction = paid.value.built;
  }
  const shown = await showSell(database, id);
  if (!shown.ok) return shown;
  if (transaction === null) return ok({ status: 200, body: shown.value });
  return ok({ status: 202, body: { ...shown.value, transaction } });
}

/** The same effect with its line in the owner's log. */
function logged({ actor, call }: Admin, reason: string | null, effect: Effect): Effect {
  return async (session, payout, step) => {
    const before = await showSell(session, payout.subject);
    const done = await effect(session, payout, step);
    if (!done.ok || !before.ok) return done;
    const { status, signature } = payout;
    const after = await showSell(session, payout.subject);
    const made = { ...(after.ok ? after.value : {}), payout: { status, signature } };
    await appendLog(session, {
      at: step.now,
      actor,
      call,
      reason,
      before: before.value,
      after: made,
    });
    return done;
  };
}
