import type { Instant } from '#domain/base/time';
import type { ProvenPayment } from '#domain/payments/payment';
import { type Settled, type Stage, settlePayment as settle } from '#domain/payments/settle';
import type { Parts } from '../kernel/parts.ts';
import { paymentFacts } from './settle-facts.ts';
import { newId } from '../kernel/db/ids.ts';
import type { Decision } from '../kernel/write/plan.ts';

/** Outcome of a payment, and when it was decided. */
export type SettledPayment = Settled & { readonly at: Instant };

/** Turns a proven payment into a bond, a fee credit or an unmatched deposit, once. */
export function settlePayment(
  { writer, isStaticFeed }: Pick<Parts, 'writer' | 'isStaticFeed'>,
  payment: ProvenPayment,
  stage: Stage,
): Promise<SettledPayment> {
  return writer.commitWithSupply({
    facts: paymentFacts,
    key: payment,
    decide(facts, inForce): Decision<SettledPayment> {
      const { now: at } = facts;
      const ids = { payment: newId(at), bond: newId(at), deposit: newId(at) };
      const { settled, changes } = settle(facts, { payment, stage, isStaticFeed, ids }, inForce);
      return { plan: changes, answer: { ...settled, at } };
    },
  });
}
