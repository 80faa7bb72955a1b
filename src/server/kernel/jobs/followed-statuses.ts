import type { Answer } from '../rpc/answer.ts';
import type { Chain } from '../chain/chain.ts';
import type { Status } from '../chain/status.ts';

/** A fraction of what providers' newest statuses reach back. */
const SEARCH_EVERY_SLOTS = 40;

/**
 * The statuses of what a job follows, a batch in one call. History, which is dear, is searched only for
 * what the newest statuses do not show, and for each signature a few times a minute at most: one that
 * is left out has been searched for a moment ago.
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

/** Whether a payment that was seen at confirmed has gone no further: there is nothing to do yet. */
export const isStillConfirmed = (status: Answer<Status>): boolean =>
  status.kind === 'fact' && status.value.commitment !== 'finalized' && status.value.err === null;
