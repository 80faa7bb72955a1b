import type { SellJson } from '#contract/sells/sells';
import { serializeSell } from '#contract/sells/serialize-sell';
import { type PayToken, parseRequestAmount } from '#domain/base/money';
import { type Result, ok, refuse } from '#domain/base/result';
import { decideSellRequest } from '#domain/sells/sell-request';
import type { Caller } from '../kernel/guards/session.ts';
import type { Parts } from '../kernel/parts.ts';
import { newId } from '../kernel/db/ids.ts';
import { sellerFacts } from './sell-facts.ts';
import { type Decision, unwritten } from '../kernel/write/plan.ts';

/** Accepts a sell request: moves its LMT into escrow, and fixes price, fee and payout. */
export async function sellLmt(
  { writer, isStaticFeed }: Pick<Parts, 'writer' | 'isStaticFeed'>,
  { userId }: Caller,
  { amount, payoutToken }: { readonly amount: string; readonly payoutToken: PayToken },
): Promise<Result<SellJson>> {
  const parsed = parseRequestAmount('LMT', amount);
  if (!parsed.ok) return parsed;
  return writer.commit({
    facts: sellerFacts,
    key: userId,
    missing: refuse('NOT_FOUND', { what: 'User' }),
    decide: (facts, inForce): Decision<Result<SellJson>> => {
      const { now, wallet, username, pendingCount } = facts;
      const asked = { id: newId(now), amount: parsed.value, payoutToken };
      const taken = decideSellRequest(facts, { asked, isStaticFeed }, inForce);
      if (!taken.ok) return unwritten(taken);
      const [sell] = taken.value.sells;
      const body = serializeSell({ sell, wallet, username, place: pendingCount + 1 }, null, now);
      return { plan: { ...taken.value, keep: { status: 201, body } }, answer: ok(body) };
    },
  });
}
