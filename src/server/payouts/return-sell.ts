import type { SellJson } from '#contract/sells/sells';
import { serializeSell } from '#contract/sells/serialize-sell';
import { type Result, ok, refuse } from '#domain/base/result';
import { awaitsOutside, newestPayout } from '#domain/payouts/payout';
import type { SellSubject } from '#domain/payouts/payout-subject';
import { type SellReturn, decideSellReturn } from '#domain/payouts/sell-return';
import type { Caller } from '../kernel/guards/session.ts';
import type { Admin } from '../kernel/guards/owner.ts';
import type { Parts } from '../kernel/parts.ts';
import { type StoredPayouts, sellPayouts } from './payout-facts.ts';
import { openPayoutOf } from './payout-queries.ts';
import { type Decision, unwritten } from '../kernel/write/plan.ts';
import { checkUnpaid } from './check-unpaid.ts';

const NO_REQUEST = refuse('NOT_FOUND', { what: 'Sell request' });
type Facts = StoredPayouts<SellSubject>;
type Returned = Decision<Result<SellJson>>;

/** Cancels a user's own pending request, and restores LMT and limit. */
export async function cancelSell(
  { writer }: Pick<Parts, 'writer'>,
  { userId }: Caller,
  { id }: { readonly id: string },
): Promise<Result<SellJson>> {
  return writer.commit({
    facts: sellPayouts,
    key: { id, isMaking: false },
    missing: NO_REQUEST,
    decide: (facts): Returned => {
      if (facts.userId !== userId) return unwritten(refuse('NOT_YOURS'));
      const { plan, answer } = decide(facts, { status: 'cancelled', notes: null });
      if (!plan || !answer.ok) return { plan, answer };
      return { plan: { ...plan, keep: { status: 200, body: answer.value } }, answer };
    },
  });
}

/** Rejects a pending request, and restores LMT and limit. */
export async function rejectSell(
  parts: Pick<Parts, 'database' | 'writer' | 'chain'>,
  { actor, call }: Admin,
  { id, notes = null }: { readonly id: string; readonly notes?: string | null | undefined },
): Promise<Result<SellJson>> {
  const { writer } = parts;
  const outside = await unpaidOutside(parts, id);
  if (!outside.ok) return outside;
  return writer.commit({
    facts: sellPayouts,
    key: { id, isMaking: false },
    missing: NO_REQUEST,
    decide: (facts): Returned => {
      const { plan, answer } = decide(facts, { status: 'rejected', notes }, outside.value);
      if (!plan || !answer.ok) return { plan, answer };
      const [before, after] = [shown(facts, facts.subject), answer.value];
      return { plan: { ...plan, log: { actor, call, reason: notes, before, after } }, answer };
    },
  });
}

/** Returns the id of a payout that waits outside and certainly was not paid; null if none waits there. */
async function unpaidOutside(
  parts: Pick<Parts, 'database' | 'chain'>,
  id: string,
): Promise<Result<string | null>> {
  const open = await openPayoutOf(parts.database, 'sell', id);
  if (!open || !awaitsOutside(open)) return ok(null);
  const unpaid = await checkUnpaid(parts, open);
  return unpaid.ok ? ok(open.id) : unpaid;
}

/** Decides the return of a request. Changes nothing if repeated. */
function decide(facts: Facts, how: SellReturn, outside: string | null = null): Returned {
  const { subject, payouts, now } = facts;
  const standing = { sell: subject.sell, payouts, now, unpaidOutside: outside };
  const { result, withdrawn } = decideSellReturn(standing, how);
  if (!result.ok) {
    const plan = withdrawn && { journals: [], items: [], payouts: [withdrawn] };
    return { plan, answer: result };
  }
  if (!result.value) return unwritten(ok(shown(facts, subject)));
  const [sell] = result.value.sells;
  return { plan: result.value, answer: ok(shown(facts, { ...subject, sell, place: null })) };
}

const shown = ({ payouts, now }: Facts, subject: SellSubject): SellJson =>
  serializeSell(subject, newestPayout(payouts), now);
