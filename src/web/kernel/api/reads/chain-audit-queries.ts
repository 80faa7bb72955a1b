import { PATHS } from '#contract/base/paths';

import { LONG_MS, adminCall } from '../admin-client.ts';

/** Asks for a list of what would be done, or for what the listed plan does. */
export type PlanQuery = { dryRun: 'true' } | { plan: string; reason: string };

/** Removes fake bonds, or lists them. */
export const cleanUpBonds = (query: PlanQuery) =>
  adminCall('DELETE', PATHS.adminBondsCleanup, { query, timeoutMs: LONG_MS });

/** Removes fake bonds and makes bonds of payments that are none, or lists both. */
export const fixAccounts = (query: PlanQuery) =>
  adminCall('POST', PATHS.adminFixAll, { query, timeoutMs: LONG_MS });

/** Holds every bond against the chain. */
export const verifyBlockchain = () =>
  adminCall('POST', PATHS.adminVerifyBlockchain, { body: {}, timeoutMs: LONG_MS });
