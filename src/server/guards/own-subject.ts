import { uuid } from '#contract/wire';
import { refuse } from '#domain/result';
import type { Guard } from '../http/route.ts';
import type { Parts } from '../parts.ts';
import { ownerOfBond } from '../store/bonds.ts';
import type { Session } from '../store/database.ts';
import { ownerOfSell } from '../store/sells.ts';
import { ownerOfVault } from '../store/vaults.ts';
import type { Caller } from './session.ts';

type OwnerOf = (session: Session, id: string) => Promise<string | null>;

/** Refuses what is somebody else's before anything else about it; what does not exist is nobody's. */
const ownSubject =
  (ownerOf: OwnerOf) =>
  ({ database }: Parts, guard: Guard<Caller>): Guard<Caller> =>
  async (incoming) => {
    const caller = await guard(incoming);
    if (!caller.ok) return caller;
    const params = incoming.params as { readonly id?: unknown; readonly stakeId?: unknown };
    const id = uuid.safeParse(params.id ?? params.stakeId);
    const owner = id.success ? await ownerOf(database, id.data) : null;
    return owner === null || owner === caller.value.userId ? caller : refuse('NOT_YOURS');
  };

export const ownBond = ownSubject(ownerOfBond);
export const ownVault = ownSubject(ownerOfVault);
export const ownSell = ownSubject(ownerOfSell);
