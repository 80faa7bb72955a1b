import type { BondJson } from '#contract/bonds/bonds';
import { serializeBond } from '#contract/bonds/serialize-bond';
import { type Result, ok, refuse } from '#domain/base/result';
import { claimBond as claim } from '#domain/bonds/bond';
import type { Parts } from '../kernel/parts.ts';
import { type BondFacts, bondFacts } from '../payments/settle-facts.ts';
import { type Decision, unwritten } from '../kernel/write/plan.ts';

/** Moves the LMT of a user's bond into the unstaked balance. */
export function claimBond(
  { writer }: Pick<Parts, 'writer'>,
  { userId }: { readonly userId: string },
  { id }: { readonly id: string },
): Promise<Result<BondJson>> {
  return writer.commit({
    facts: bondFacts,
    key: id,
    missing: refuse('NOT_FOUND', { what: 'Bond' }),
    decide: (facts): Decision<Result<BondJson>> =>
      facts.userId === userId ? decide(facts) : unwritten(refuse('NOT_YOURS')),
  });
}

function decide({ bond, now }: BondFacts): Decision<Result<BondJson>> {
  const claimed = claim(bond, now);
  if (!claimed.ok) return unwritten(claimed);
  const { next, journals, items } = claimed.value;
  const answer = ok(serializeBond(next, now));
  return next === bond ? unwritten(answer) : { plan: { journals, items, bonds: [next] }, answer };
}
