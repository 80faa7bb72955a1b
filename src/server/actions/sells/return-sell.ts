import type { SellJson } from '#contract/sells';
import { presentSell } from '#contract/present/sell';
import { type Result, ok, refuse } from '#domain/base/result';
import { awaitsOutside, dueOf, newestPayout } from '#domain/sells/payout';
import { attemptsOf } from '#domain/sells/payout-attempts';
import type { SellSubject } from '#domain/sells/payout-subject';
import { type SellReturn, decideSellReturn } from '#domain/sells/sell-return';
import { paymentOf } from '../../chain/payout-trace.ts';
import type { Caller } from '../../guards/session.ts';
import type { Admin } from '../../guards/owner.ts';
import type { Parts } from '../../parts.ts';
import { type StoredPayouts, sellPayouts } from '../../store/sells/payout-facts.ts';
import { openPayoutOf } from '../../store/sells/payouts.ts';
import { isPayoutSeen } from '../../store/treasury/movements.ts';
import { type Decision, unwritten } from '../../store/write/commit.ts';

const NO_REQUEST = refuse('NOT_FOUND', { what: 'Sell request' });
type Facts = StoredPayouts<SellSubject>;
type Returned = Decision<Result<SellJson>>;

/** Cancels a user's own pending request: LMT and limit are as before it. */
export async function cancelSell(
  { writer }: Pick<Parts, 'writer'>,
  { userId }: Caller,
  { id }: { readonly id: string },
): Promise<Result<SellJson>> {
  return writer.commit({
    facts: sellPayouts,
    key: { id, since: null },
    missing: NO_REQUEST,
    decide: (facts): Returned => {
      if (facts.userId !== userId) return unwritten(refuse('NOT_YOURS'));
      const { plan, answer } = decide(facts, { status: 'cancelled', notes: null });
      if (!plan || !answer.ok) return { plan, answer };
      return { plan: { ...plan, keep: { status: 200, body: answer.value } }, answer };
    },
  });
}

/** The owner rejects a pending request: LMT and limit are as before it. */
export async function rejectSell(
  parts: Pick<Parts, 'database' | 'writer' | 'chain'>,
  { actor, call }: Admin,
  { id }: { readonly id: string },
  { notes = null }: { readonly notes?: string | null | undefined },
): Promise<Result<SellJson>> {
  const { writer } = parts;
  const outside = await isPaidOutside(parts, id);
  if (!outside.ok) return outside;
  return writer.commit({
    facts: sellPayouts,
    key: { id, since: null },
    missing: NO_REQUEST,
    decide: (facts): Returned => {
      const { plan, answer } = decide(facts, { status: 'rejected', notes }, outside.value);
      if (!plan || !answer.ok) return { plan, answer };
      const [before, after] = [shown(facts, facts.subject), answer.value];
      return { plan: { ...plan, log: { actor, call, reason: notes, before, after } }, answer };
    },
  });
}

/** Whether the payout of a request that waits to be made outside was seen on the chain. */
async function isPaidOutside(
  { database, chain }: Pick<Parts, 'database' | 'chain'>,
  id: string,
): Promise<Result<boolean>> {
  const open = await openPayoutOf(database, 'sell', id);
  if (!open || !awaitsOutside(open)) return ok(false);
  if (await isPayoutSeen(database, open.id)) return ok(true);
  const seen = await paymentOf(chain, open, {
    commitment: 'confirmed',
    sinceSlot: open.builtSlot,
    untilSlot: open.builtSlot,
    votes: 'answering',
    attempts: attemptsOf(dueOf(open), [open]),
  });
  return seen.kind === 'unknown' ? refuse('CHAIN_UNAVAILABLE') : ok(seen.kind === 'fact');
}

/** What returning a request writes, or why it cannot be returned. Repeated, it changes nothing. */
function decide(facts: Facts, how: SellReturn, isPaidOutside = false): Returned {
  const { subject, payouts, now } = facts;
  const standing = { sell: subject.sell, payouts, now, isPaidOutside };
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
  presentSell(subject, newestPayout(payouts), now);
