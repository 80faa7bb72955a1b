import { uuid } from '#contract/wire';
import { refuse } from '#domain/base/result';
import type { Guard } from '../base/route.ts';
import type { Parts } from '../parts.ts';
import type { Subject } from '../store/users/sessions.ts';
import { type Caller, own, session } from './session.ts';

/** Checks ownership first; an unknown id passes. */
const ownSubject =
  (kind: Subject['kind']) =>
  (parts: Pick<Parts, 'sessions'>): Guard<Caller> => {
    const guard = session(parts, ({ params }) => {
      const named = params as { readonly id?: unknown; readonly stakeId?: unknown };
      const id = uuid.safeParse(named.id ?? named.stakeId);
      return id.success ? { kind, id: id.data } : null;
    });
    return own(async (incoming) => {
      const caller = await guard(incoming);
      if (!caller.ok) return caller;
      const { subjectOwner, userId } = caller.value;
      return subjectOwner === null || subjectOwner === userId ? caller : refuse('NOT_YOURS');
    });
  };

export const ownBond = ownSubject('bond');
export const ownVault = ownSubject('vault');
export const ownSell = ownSubject('sell');
