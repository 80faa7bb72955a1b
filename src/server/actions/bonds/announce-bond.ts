import { type Result, ok, refuse } from '#domain/base/result';
import type { Instant } from '#domain/base/time';
import { type AskedBond, decideAnnouncement } from '#domain/bonds/announcement';
import type { Bond } from '#domain/bonds/bond';
import type { Caller } from '../../guards/session.ts';
import type { Parts } from '../../parts.ts';
import { announcementFacts } from '../../store/bonds/facts.ts';
import { newId } from '../../store/db/ids.ts';
import { type Decision, unwritten } from '../../store/write/commit.ts';

/** A bond, and whether it was opened just now. */
export interface OpenedBond {
  readonly bond: Bond;
  readonly isNew: boolean;
  readonly at: Instant;
}

interface Announcing {
  readonly postedSlot: number | null;
  /** The answer as it goes out. */
  readonly show: (opened: OpenedBond) => unknown;
}

/** Writes down a bond whose payment is not seen, or not priced, yet. */
export function announceBond(
  { writer }: Pick<Parts, 'writer'>,
  { userId }: Pick<Caller, 'userId'>,
  { token, amount, signature, postedSlot, show }: AskedBond & Announcing,
): Promise<Result<OpenedBond>> {
  return writer.commit({
    facts: announcementFacts,
    key: { userId, signature },
    missing: refuse('NOT_FOUND', { what: 'User' }),
    decide(facts, inForce): Decision<Result<OpenedBond>> {
      const { now: at } = facts;
      const request = { id: newId(at), userId, token, amount, signature, postedSlot };
      const announced = decideAnnouncement(facts, request, inForce);
      if (!announced.ok) return unwritten(announced);
      const { bond, change } = announced.value;
      const opened = { bond, isNew: change !== null, at };
      if (change === null) return unwritten(ok(opened));
      const { journals, items } = change;
      // One without a signature is known by nothing else: repeated, it would be another bond.
      const keep = { status: 201, body: show(opened) };
      return { plan: { journals, items, bonds: [bond], keep }, answer: ok(opened) };
    },
  });
}
