import { uuid } from '#contract/wire';
import { refuse } from '#domain/result';
import type { Guard } from '../http/route.ts';
import type { Parts } from '../parts.ts';
import { ownerOfBond } from '../store/bonds.ts';
import type { Caller } from './session.ts';

/** Refuses a bond of somebody else before anything else about it; one that does not exist is nobody's. */
export function ownBond({ database }: Parts, guard: Guard<Caller>): Guard<Caller> {
  return async (incoming) => {
    const caller = await guard(incoming);
    if (!caller.ok) return caller;
    const id = uuid.safeParse((incoming.params as { readonly id?: unknown }).id);
    const owner = id.success ? await ownerOfBond(database, id.data) : null;
    return owner === null || owner === caller.value.userId ? caller : refuse('NOT_YOURS');
  };
}
