import { uuid } from '#contract/base/wire';
import { refuse } from '#domain/base/result';
import type { Guard, Incoming } from '../base/route.ts';
import type { Parts } from '../parts.ts';
import type { OwnedTable } from '../sessions/owners.ts';
import { type Caller, own, session } from './session.ts';

/** Returns the id in a path; null if it is malformed. */
function idIn({ params }: Incoming): string | null {
  const named = params as { readonly id?: unknown; readonly stakeId?: unknown };
  const id = uuid.safeParse(named.id ?? named.stakeId);
  return id.success ? id.data : null;
}

/** Allows a user to access only their own things. An unknown id passes, because the action returns 404. */
const ownerOnly =
  (table: OwnedTable) =>
  (parts: Pick<Parts, 'sessions' | 'owned' | 'clock'>): Guard<Caller> => {
    const user = session(parts);
    return own(async (incoming) => {
      const id = idIn(incoming);
      const [caller, ownerId] = await Promise.all([
        user(incoming),
        id === null ? null : parts.owned.ownerOf(table, id),
      ]);
      const isOthers = caller.ok && ownerId !== null && ownerId !== caller.value.userId;
      return isOthers ? refuse('NOT_YOURS') : caller;
    });
  };

export const ownBond = ownerOnly('bonds');
export const ownVault = ownerOnly('vaults');
export const ownSell = ownerOnly('sells');
