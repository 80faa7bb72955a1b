import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';

import type { MovementJson } from '#contract/admin-movements';
import { PATHS } from '#contract/paths';
import type { PayToken } from '#domain/base/money';
import type { MovementKind } from '#domain/treasury/movement';

import { adminCall } from './admin-client.ts';
import { ADMIN_INTERVALS_MS } from './admin-intervals.ts';
import { told } from './live/stream.ts';

/** Which movements; empty for all. */
export interface MovementChoice {
  readonly token: PayToken | '';
  readonly kind: MovementKind | '';
  readonly concern: 'true' | '';
}

/** What moved on the treasury's accounts, newest first, page by page, and whether it adds up. */
export function movementsQuery(choice: MovementChoice) {
  return infiniteQueryOptions({
    queryKey: ['api', 'admin', 'movements', choice],
    queryFn: ({ pageParam, signal }) =>
      adminCall('GET', PATHS.adminMovements, { query: { ...choice, cursor: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
    ...told(ADMIN_INTERVALS_MS.adminLists),
  });
}

/** Says what a movement was. */
export function nameMovement(
  id: string,
  label: NonNullable<MovementJson['label']>,
  note: string | undefined,
) {
  return adminCall('PATCH', PATHS.adminMovement, { params: { id }, body: { label, note } });
}
