import type { DepositJson } from '#contract/payments/admin-deposits';
import { serializeDeposit } from '#contract/payments/serialize-deposit';
import { type Result, ok, refuse } from '#domain/base/result';
import { finalPayments } from '#domain/payments/deposit';
import type { ProvenPayment } from '#domain/payments/payment';
import { listPayment as decide } from '#domain/payments/settle';
import type { Admin } from '../kernel/guards/owner.ts';
import type { Parts } from '../kernel/parts.ts';
import { paymentFacts } from './settle-facts.ts';
import { newId } from '../kernel/db/ids.ts';
import { type Decision, unwritten } from '../kernel/write/plan.ts';

type ListingParts = Pick<Parts, 'writer' | 'chain'>;

/** Lists the payments of a transaction that the watcher never processed, to assign or refund them. */
export async function listPayment(
  parts: ListingParts,
  by: Admin,
  input: { readonly signature: string; readonly reason?: string | undefined },
): Promise<Result<DepositJson[]>> {
  const { chain } = parts;
  const facts = await chain.facts(input.signature);
  if (facts.kind === 'unknown') return refuse('CHAIN_UNAVAILABLE');
  if (facts.kind === 'absent') return refuse('NOT_FOUND', { what: 'Transaction' });
  const payments = finalPayments(facts.value, chain.till);
  if (!payments.ok) return payments;
  const listed: DepositJson[] = [];
  let refused: Result<DepositJson> | null = null;
  for (const payment of payments.value) {
    const one = await listOne(parts, by, { payment, reason: input.reason ?? null });
    if (one.ok) listed.push(one.value);
    else refused = one;
  }
  return refused && !refused.ok && listed.length === 0 ? refused : ok(listed);
}

function listOne(
  { writer }: ListingParts,
  { actor, call }: Admin,
  { payment, reason }: { readonly payment: ProvenPayment; readonly reason: string | null },
): Promise<Result<DepositJson>> {
  return writer.commit({
    facts: paymentFacts,
    key: payment,
    decide(facts): Decision<Result<DepositJson>> {
      const { now } = facts;
      const ids = { payment: newId(now), bond: newId(now), deposit: newId(now) };
      const listed = decide(facts, { payment, ids });
      if (!listed.ok) return unwritten(listed);
      const after = serializeDeposit(listed.value.deposits[0]);
      const log = { actor, call, reason, before: null, after };
      return { plan: { ...listed.value, log }, answer: ok(after) };
    },
  });
}
