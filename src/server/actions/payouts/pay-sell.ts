import type { Change } from '#domain/base/change';
import type { Payout } from '#domain/sells/payout';
import { ok, refuse } from '#domain/base/result';
import { type Sell, approveSell, reopenSell, settleSell } from '#domain/sells/sell';
import type { Instant } from '#domain/base/time';
import type { Session } from '../../store/db/database.ts';
import { sellToDecide } from '../../store/sells/sells.ts';
import { writeLocked } from '../../store/write/write-plans.ts';
import type { Effect, PayoutOrder } from './pay-out.ts';

/** What a request's payout pays. */
export function sellOrder(sell: Sell, wallet: string): PayoutOrder {
  const { id: subject, userId, payoutToken: token, payout: amount } = sell;
  return { purpose: 'sell', subject, userId, token, amount, receiver: wallet };
}

/** A transaction handed out leaves the request pending; one that is signed and stored approves it. */
export function sellEffect(notes: string | null): Effect {
  return async (session, { subject }, { isSigned, now, version }) => {
    const found = await sellToDecide(session, subject);
    if (!found || version === null) return refuse('NOT_FOUND', { what: 'Sell request' });
    const approved = approveSell(found.sell, now, notes);
    if (!approved.ok) return approved;
    // Also where nothing is changed by it yet, whoever decided on the request before must look again.
    const sells = isSigned ? [approved.value.next] : [];
    const { userId } = found.sell;
    await writeLocked(session, { userId, version, now, journals: [], items: [], sells });
    return ok(null);
  };
}

/** A payout that follows an expired one: the request is approved already. */
export const stillApproved: Effect = async (session, { subject }, { now, version }) => {
  const found = await sellToDecide(session, subject);
  if (found?.sell.status !== 'approved' || version === null) {
    return refuse('SELL_DECIDED', { status: found?.sell.status ?? 'gone' });
  }
  const { userId } = found.sell;
  await writeLocked(session, { userId, version, now, journals: [], items: [] });
  return ok(null);
};

async function change(
  session: Session,
  { subject }: Payout,
  version: bigint | null,
  now: Instant,
  decide: (sell: Sell) => Change<Sell>,
): Promise<void> {
  const found = await sellToDecide(session, subject);
  if (!found || version === null) throw new Error(`no sell request ${subject}`);
  const { next, journals, items } = decide(found.sell);
  const { userId } = found.sell;
  await writeLocked(session, { userId, version, now, journals, items, sells: [next] });
}

/** The payout is finalized: what was in escrow is burned. */
export function settle(
  session: Session,
  payout: Payout,
  version: bigint | null,
  now: Instant,
): Promise<void> {
  return change(session, payout, version, now, (sell) => settleSell(sell, now));
}

/** The payout came to nothing: the request waits for the owner again. */
export function reopen(
  session: Session,
  payout: Payout,
  version: bigint | null,
  now: Instant,
): Promise<void> {
  return change(session, payout, version, now, (sell) => ({
    next: sell.status === 'approved' ? reopenSell(sell) : sell,
    journals: [],
    items: [],
  }));
}
