import type {
  MovementJson,
  listMovements as listing,
  nameMovement as naming,
} from '#contract/treasury/admin-movements';
import type { AnswerOf } from '#contract/api';
import { serializeFigure, serializeMovement } from '#contract/treasury/serialize-movement';
import { type Result, ok, refuse } from '#domain/base/result';
import { nameMovement as decideName } from '#domain/treasury/movement-use';
import type { Answer, Call } from '../kernel/base/route.ts';
import type { Admin } from '../kernel/guards/owner.ts';
import { pageResponse } from '../kernel/lists/page-response.ts';
import type { Parts } from '../kernel/parts.ts';
import { newId } from '../kernel/db/ids.ts';
import { countMovements, movementsPage, movementNameFacts } from './known-movements.ts';
import { type Decision, unwritten } from '../kernel/write/plan.ts';
import { recentReconciliation } from './recent-figures.ts';

/** Returns the movements of the treasury, newest first, with the reconciliation of each account. */
export async function listMovements(
  parts: Pick<Parts, 'database' | 'cache'>,
  { limit, cursor, token, kind, concern }: Call<typeof listing>['query'],
): Promise<Result<Answer<AnswerOf<typeof listing>>>> {
  const { database, cache } = parts;
  const filter = { token: token ?? null, kind: kind ?? null, concernsOwner: concern === 'true' };
  const before = cursor === undefined ? null : BigInt(cursor);
  const rows = await movementsPage(database, filter, { before, limit });
  const count = await cache.memo(`count of movements ${JSON.stringify(filter)}`, () =>
    countMovements(database, filter),
  );
  const { figures } = await recentReconciliation(parts);
  const last = rows.length === limit ? rows.at(-1) : undefined;
  const body = {
    figures: figures.map(serializeFigure),
    movements: rows.map(serializeMovement),
    nextCursor: last ? last.seq.toString() : null,
  };
  return pageResponse(body, count, body.nextCursor);
}

/** Stores the owner's name for a movement. */
export function nameMovement(
  { writer }: Pick<Parts, 'writer'>,
  { actor, call }: Admin,
  { id, label, note }: { readonly id: string } & Call<typeof naming>['body'],
): Promise<Result<MovementJson>> {
  const name = { label, note: note?.trim() || null };
  return writer.commit({
    facts: movementNameFacts,
    key: id,
    locksFor: ({ deposits = [] }) =>
      deposits.length === 0 ? null : { deposits: deposits.map((deposit) => deposit.id) },
    missing: refuse('NOT_FOUND', { what: 'Movement' }),
    decide(facts): Decision<Result<MovementJson>> {
      const named = decideName(facts, { ...name, id: newId(facts.now) });
      if (!named.ok) return unwritten(named);
      const [before, after] = [
        serializeMovement(facts.known),
        serializeMovement(named.value.known),
      ];
      const log = { actor, call, reason: name.note, before, after };
      const keep = { status: 200, body: after };
      return { plan: { ...named.value.changes, log, keep }, answer: ok(after) };
    },
  });
}
