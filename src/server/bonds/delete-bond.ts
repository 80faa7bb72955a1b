import type { deleteBond as endpoint } from '#contract/users/admin-users';
import type { AnswerOf } from '#contract/api';
import { serializeBond } from '#contract/bonds/serialize-bond';
import { formatAmount, lmt } from '#domain/base/money';
import { type Result, ok, refuse } from '#domain/base/result';
import type { BondToDelete } from '#domain/audit/account-fixes';
import type { BondDeletion } from '#domain/payments/bond-deletion';
import { deleteHeldBond, deleteHeldFake } from '#domain/users/bond-holder';
import type { Admin } from '../kernel/guards/owner.ts';
import type { Parts } from '../kernel/parts.ts';
import { bondRemovalFacts } from './removal-facts.ts';
import { newId } from '../kernel/db/ids.ts';
import { type Decision, unwritten } from '../kernel/write/plan.ts';

type DeletedBond = AnswerOf<typeof endpoint>;

const serializeTaken = (id: string, { hiddenBonds, deposits }: BondDeletion): DeletedBond => ({
  id,
  shortfall: formatAmount('LMT', hiddenBonds.get(id) ?? lmt(0n)),
  depositId: deposits[0]?.id ?? null,
});

/** Deletes a bond: its LMT is taken back, and its payment becomes an unmatched deposit. */
export function deleteBond(
  { writer }: Pick<Parts, 'writer'>,
  { actor, call }: Admin,
  { id, reason }: { readonly id: string; readonly reason?: string | undefined },
): Promise<Result<DeletedBond>> {
  return writer.commit({
    facts: bondRemovalFacts,
    key: id,
    missing: refuse('NOT_FOUND', { what: 'Bond' }),
    decide: (facts, { terms }): Decision<Result<DeletedBond>> => {
      const { toDelete, now } = facts;
      const taken = deleteHeldBond(facts, { newDepositId: newId(now), terms, now });
      if (!taken.ok) return unwritten(taken);
      const after = serializeTaken(id, taken.value);
      const before = serializeBond(toDelete.bond, now);
      const log = { actor, call, reason: reason ?? null, before, after: { ...after } };
      const keep = { status: 200, body: after };
      return { plan: { ...taken.value, log, keep }, answer: ok(after) };
    },
  });
}

/** Deletes a fake bond with all its entries. Returns false if the bond has changed since it was read. */
export function deleteFakeBond(
  { writer }: Pick<Parts, 'writer'>,
  { actor, call }: Admin,
  {
    fake: { bond: seen, why },
    reason,
  }: { readonly fake: BondToDelete; readonly reason: string | null },
): Promise<boolean> {
  const { id } = seen;
  return writer.commit({
    facts: bondRemovalFacts,
    key: id,
    missing: false,
    decide: (facts, { terms }): Decision<boolean> => {
      const { toDelete, now } = facts;
      const taken = deleteHeldFake(facts, seen, { newDepositId: newId(now), terms, now });
      if (!taken) return unwritten(false);
      const { shortfall, depositId } = serializeTaken(id, taken);
      const before = serializeBond(toDelete.bond, now);
      const after = { id, deleted: true, why, shortfall, depositId };
      return { plan: { ...taken, log: { actor, call, reason, before, after } }, answer: true };
    },
  });
}
