import { PATHS } from '#contract/base/paths';

const STATS = PATHS.adminStats;
const HEALTH = PATHS.adminHealth;
const SETTINGS = PATHS.adminSettings;
const CHAIN = `${PATHS.adminBlockchainAudit}?limit=1`;

/** What each tab of the owner's dashboard asks for when it is opened. */
export const TABS = {
  overview: [STATS, `${PATHS.adminUsers}?limit=5`, HEALTH],
  treasury: [`${PATHS.transparency}?range=24h`, SETTINGS, PATHS.adminHoldings],
  users: [
    `${PATHS.adminUsers}?filter=all&sort=joined&direction=desc&limit=100`,
    STATS,
    PATHS.unmatchedDeposits,
  ],
  settings: [SETTINGS],
  verifications: [`${PATHS.adminSells}?limit=1`],
  payouts: [PATHS.adminForecast, SETTINGS],
  analytics: [STATS, `${PATHS.transparency}?range=30d`, `${PATHS.adminAnalytics}?range=30d`, CHAIN],
  system: [HEALTH],
  audit: [`${PATHS.adminAudit}?filter=all&sort=risk&limit=100`, CHAIN],
  vaults: [`${PATHS.adminVaults}?sort=created&direction=desc&limit=100`],
} as const;

export type Tab = keyof typeof TABS;
