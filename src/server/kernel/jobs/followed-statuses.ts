import type { Answer } from '../rpc/answer.ts';
import type { Chain } from '../chain/chain.ts';
import type { Status } from '../chain/status.ts';

/** Interval of history searches for a signature. A fraction of the slots that the recent statuses cover. */
const SEARCH_EVERY_SLOTS = 40;

/**
 * Reads statuses of signatures that a job polls, a batch in one call. History searches are expensive: only signatures
 * missing from the recent statuses are searched, each every `SEARCH_EVERY_SLOTS`. Omits missing signatures that were
 * searched more recently.
 */
export function followedStatuses({ statuses }: Pick<Chain, 'statuses'>) {
  let searchedAt: ReadonlyMap<string, number> = new Map();
  return async (signatures: readonly string[]): Promise<ReadonlyMap<string, Answer<Status>>> => {
    const newest = await statuses(signatures, { searchHistory: false });
    const absent = [...newest].flatMap(([signature, { kind, ...answer }]) =>
      kind === 'absent' && 'slot' in answer ? [{ signature, slot: answer.slot }] : [],
    );
    const due = absent.filter(
      ({ signature, slot }) => slot - (searchedAt.get(signature) ?? 0) >= SEARCH_EVERY_SLOTS,
    );
    const found = await statuses(
      due.map(({ signature }) => signature),
      { searchHistory: true },
    );
    const newestSlot = Math.max(0, ...absent.map(({ slot }) => slot));
    searchedAt = new Map([
      ...[...searchedAt].filter(([, slot]) => newestSlot - slot < SEARCH_EVERY_SLOTS),
      ...due.map(({ signature, slot }) => [signature, slot] as const),
    ]);
    return new Map([...[...newest].filter(([, { kind }]) => kind !== 'absent'), ...found]);
  };
}

/** True if a transaction is still confirmed, without error and not finalized, so that there is nothing to do yet. */
export const isStillConfirmed = (status: Answer<Status>): boolean =>
  status.kind === 'fact' && status.value.commitment !== 'finalized' && status.value.err === null;
