import type { PointRange } from '#domain/treasury/treasury-points';

/** What the charts show at first; the other cards read their current figures with it. */
export const FIRST_RANGE: PointRange = '7d';
