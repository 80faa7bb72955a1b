import type { ClockWatch } from '#server/store/terms/clock-watch';

/** A clock watch that finds nothing, for a writer without a node around it. */
export const RIGHT_CLOCK: Pick<ClockWatch, 'require'> = { require: async () => {} };
