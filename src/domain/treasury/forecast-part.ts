import { accountKey, balancesAfter, unstakedOf } from '../base/ledger.ts';
import { lmt } from '../base/money.ts';
import { DAY_MS, after } from '../base/time.ts';
import { catchUp } from '../vaults/vault-catch-up.ts';
import {
  type ForecastUser,
  type UserBreakdown,
  dayNumber,
  requestOf,
  sellerOf,
} from './forecast-day.ts';
import { type Outlook, type VaultForecast, forecastVault } from './forecast-vault.ts';

export const TABLE_DAYS = 7;
export const OUTLOOK_DAYS = 30;

/** Amounts paid in each token, in units. */
export interface Paid {
  SOL: bigint;
  USDC: bigint;
}

/** Sums of one day. */
export interface DaySums {
  vaults: number;
  /** Users with a payout above 0. */
  sellers: number;
  /** Number of breakdowns. */
  users: number;
  paid: Paid;
}

const emptyPaid = (): Paid => ({ SOL: 0n, USDC: 0n });
export const emptyDay = (): DaySums => ({ vaults: 0, sellers: 0, users: 0, paid: emptyPaid() });

/** Sums over users. */
export interface Sums {
  active: number;
  within7Days: number;
  within30Days: number;
  matured: number;
  readonly maturedPaid: Paid;
  /** Days by number; only those with something due. */
  readonly days: Map<number, DaySums>;
}

export const emptySums = (): Sums => ({
  active: 0,
  within7Days: 0,
  within30Days: 0,
  matured: 0,
  maturedPaid: emptyPaid(),
  days: new Map(),
});

function dayOf({ days }: Sums, number: number): DaySums {
  const day = days.get(number) ?? emptyDay();
  days.set(number, day);
  return day;
}

/** Lines of one user in the forecast's lists. */
export interface UserLines {
  /** Breakdowns with the number of their day; only listed days. */
  readonly breakdowns: readonly (readonly [day: number, line: UserBreakdown])[];
  /** Vaults in their window or maturing within the outlook. */
  readonly vaults: readonly VaultForecast[];
}

/** Adds a user to the sums. */
export function addUser(sums: Sums, stored: ForecastUser, outlook: Outlook): UserLines {
  const user = caughtUp(stored, outlook);
  const vaults = user.vaults
    .map((vault) => forecastVault(vault, user.walletAddress, outlook))
    .filter((vault) => vault !== null);
  const listed = vaults.filter((vault) => count(vault, sums, outlook));
  const breakdowns = [...linesByDay({ user, vaults, sums }, outlook)].flatMap(([day, lines]) =>
    day <= TABLE_DAYS ? lines.map((line) => [day, line] as const) : [],
  );
  return { breakdowns, vaults: listed };
}

/** Counts a vault. Returns true if it is in its window or matures within the outlook. */
function count({ maturationDate: at }: VaultForecast, sums: Sums, { now }: Outlook): boolean {
  sums.active += 1;
  if (at <= now) {
    sums.matured += 1;
    return true;
  }
  if (at >= after(now, OUTLOOK_DAYS * DAY_MS)) return false;
  sums.within30Days += 1;
  if (at < after(now, TABLE_DAYS * DAY_MS)) sums.within7Days += 1;
  return true;
}

/** Returns a user's possible payouts by day, and adds them to the sums. */
function linesByDay(
  {
    user,
    vaults,
    sums,
  }: {
    readonly user: ForecastUser;
    readonly vaults: readonly VaultForecast[];
    readonly sums: Sums;
  },
  outlook: Outlook,
): Map<number, UserBreakdown[]> {
  const { now } = outlook;
  const byDay = new Map<number, VaultForecast[]>();
  for (const vault of vaults) {
    const day = dayNumber(vault.maturationDate, now);
    byDay.set(day, [...(byDay.get(day) ?? []), vault]);
  }
  const requests = requestOf(user, outlook);
  if (requests.length > 0 && !byDay.has(1)) byDay.set(1, []);
  const found = new Map<number, UserBreakdown[]>();
  for (const [day, due] of byDay) {
    const ends = after(now, day * DAY_MS);
    const sales = due.length > 0 ? [sellerOf({ user, vaults: due, dayEnds: ends }, outlook)] : [];
    const lines = day === 1 ? [...requests, ...sales] : sales;
    found.set(day, lines);
    if (day <= OUTLOOK_DAYS) addDay(dayOf(sums, day), due.length, lines);
  }
  const matured = vaults.filter(({ maturationDate }) => maturationDate <= now);
  if (matured.length > 0) {
    const sale = sellerOf({ user, vaults: matured, dayEnds: after(now, DAY_MS) }, outlook);
    sums.maturedPaid[sale.payoutToken] += sale.payout;
  }
  return found;
}

function addDay(day: DaySums, vaults: number, lines: readonly UserBreakdown[]): void {
  day.vaults += vaults;
  day.users += lines.length;
  if (lines.some(({ payout }) => payout > 0n)) day.sellers += 1;
  for (const { payoutToken, payout } of lines) day.paid[payoutToken] += payout;
}

/** Returns the user's current state, even if no sweep has run: released LMT counts as unstaked. */
function caughtUp(user: ForecastUser, { terms, now }: Outlook): ForecastUser {
  const changes = user.vaults.map((vault) => catchUp(vault, terms, now));
  const key = accountKey(unstakedOf(user.userId));
  const released = balancesAfter(changes.flatMap(({ journals }) => journals)).get(key) ?? 0n;
  const unstaked = lmt(user.unstaked + released);
  return { ...user, unstaked, vaults: changes.map(({ next }) => next) };
}
