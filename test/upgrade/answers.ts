import { PATHS } from '#contract/paths';
import type { Site } from '../../seed/site.ts';
import { adminProof, walletOf } from '../world/wallet.ts';
import { DAY, FINAL, HOUR, pathOf, signIn, walletNamed } from './people.ts';

/** What a server answers: by whose name it was asked, and what for. */
export type Answers = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** At the instant at which a server was stopped, and weeks later. */
export interface BothTimes {
  readonly answers: Answers;
  readonly later: Answers;
}

const OF_USER = {
  portfolio: PATHS.portfolio,
  bonds: PATHS.userBonds,
  stakes: PATHS.userStakes,
  sells: PATHS.userSells,
  eligibility: PATHS.sellEligibility,
  analytics: PATHS.analytics,
  history: PATHS.history,
  historyCsv: PATHS.historyCsv,
} as const;

const OF_OWNER = {
  users: `${PATHS.adminUsers}?limit=100`,
  vaults: `${PATHS.adminVaults}?limit=100`,
  sells: `${PATHS.adminSells}?limit=100`,
  deposits: `${PATHS.unmatchedDeposits}?small=true`,
  settings: PATHS.adminSettings,
  holdings: PATHS.adminHoldings,
  forecast: PATHS.adminForecast,
  analytics: PATHS.adminAnalytics,
  log: `${PATHS.adminLog}?limit=100`,
  stats: PATHS.adminStats,
  usersCsv: PATHS.adminUsersCsv,
  vaultsCsv: PATHS.adminVaultsCsv,
  sellsCsv: PATHS.adminSellsCsv,
  depositsCsv: PATHS.adminDepositsCsv,
} as const;

const OF_ANYBODY = {
  settings: PATHS.settings,
  status: PATHS.status,
  treasury: PATHS.treasuryStats,
  holdings: PATHS.treasuryHoldings,
  transparency: PATHS.transparency,
} as const;

/** What a user owns and is owed: the same weeks later, whatever ids were given out meanwhile. */
const OWNED = {
  portfolio: PATHS.portfolio,
  stakes: PATHS.userStakes,
  sells: PATHS.userSells,
} as const;

/** What is final by then, then a day, then weeks: windows close, cycles end, prices step. */
const STEPS = [FINAL, HOUR, DAY, 4 * DAY, 7 * DAY, 9 * DAY];

/** A caller: the paths that it reads, and what goes into their headers and gaps. */
interface Caller {
  readonly name: string;
  readonly paths: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly userId?: string;
}

/** Asks, lets weeks pass, and asks again; on a frozen clock, so that every server does it alike. */
export async function askBothTimes(site: Site, names: readonly string[]): Promise<BothTimes> {
  const users: Caller[] = [];
  for (const name of names) {
    users.push({ name, paths: OF_USER, ...(await signIn(site, await walletNamed(name))) });
  }
  const anybody = { name: 'anybody', paths: OF_ANYBODY, headers: {} };
  const answers = await askAll(site, [...users, await ownerOf(site), anybody]);
  for (const ms of STEPS) await site.advance(ms);
  const later = users.map((user) => ({ ...user, paths: OWNED }));
  return { answers, later: await askAll(site, later) };
}

async function ownerOf(site: Site): Promise<Caller> {
  const wallet = await walletOf(site.local.wallets[0]?.secretKey ?? '');
  const { headers } = await signIn(site, wallet);
  const body = await adminProof(wallet, (asked) => site.call('POST', PATHS.nonce, { body: asked }));
  const access = await site.call<{ sessionToken: string }>('POST', PATHS.adminAccess, {
    headers,
    body,
  });
  const own = { 'x-admin-session': access.sessionToken };
  return { name: 'the owner', paths: OF_OWNER, headers: own };
}

async function askAll(site: Site, callers: readonly Caller[]): Promise<Answers> {
  const answers: Record<string, Record<string, unknown>> = {};
  for (const { name, paths, headers, userId = '' } of callers) {
    const own: Record<string, unknown> = {};
    for (const [what, path] of Object.entries(paths)) {
      const response = await fetch(new URL(pathOf(path, userId), site.url), { headers });
      const text = await response.text();
      if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
      const isJson = response.headers.get('content-type')?.startsWith('application/json');
      own[what] = isJson ? (JSON.parse(text) as unknown) : text;
    }
    answers[name] = own;
  }
  return answers;
}
