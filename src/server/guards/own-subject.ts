import { uuid } from '#contract/wire';
import { refuse } from '#domain/base/result';
import type { Guard } from '../base/route.ts';
import type { Parts } from '../parts.ts';
import { bondFacts } from '../store/bonds/facts.ts';
import { sellOwner } from '../store/sells/facts.ts';
import { vaultFacts } from '../store/vaults/facts.ts';
import type { SignedInWith } from '../store/users/sessions.ts';
import type { Standing, SubjectFacts } from '../store/write/facts.ts';
import { type Caller, own, sessionFound } from './session.ts';

/** The calling user, with the facts of the bond, vault or sell request that the call names. */
type CallerWith<Found extends Standing> = Caller & SignedInWith<Found>;

/** Checks ownership first; an unknown id passes. */
const ownSubject =
  <Found extends Standing>(facts: SubjectFacts<Found>) =>
  (parts: Pick<Parts, 'sessions' | 'clock'>): Guard<CallerWith<Found>> => {
    const { sessions } = parts;
    const guard = sessionFound(parts, async (token, { params }) => {
      const named = params as { readonly id?: unknown; readonly stakeId?: unknown };
      const id = uuid.safeParse(named.id ?? named.stakeId);
      if (id.success) return sessions.findWith(token, facts, id.data);
      const user = await sessions.find(token);
      return user && { known: null, ...user };
    });
    return own(async (incoming) => {
      const caller = await guard(incoming);
      if (!caller.ok) return caller;
      const { known, userId } = caller.value;
      return known === null || known.found.userId === userId ? caller : refuse('NOT_YOURS');
    });
  };

export const ownBond = ownSubject(bondFacts);
export const ownVault = ownSubject(vaultFacts);
export const ownSell = ownSubject(sellOwner);
