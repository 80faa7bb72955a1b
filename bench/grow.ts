import { PATHS } from '#contract/base/paths';
import type { Asked } from './ask.ts';
import { type GrowSide, openGrowSide } from './grow-side.ts';
import { type Row, median } from './row.ts';
import { sweepOf } from './sweep.ts';

type Report = (row: Row) => void;

/** Numbers of users in ascending order, separated by commas (BENCH_GROW). */
const SIZES = (process.env['BENCH_GROW'] ?? '1000,100000,1000000').split(',').map(Number);
const LOADS = 15;
const WARM_UPS = 3;
/** Maximum exponent of growth: with a hundred times the users, a call takes at most half as long again. */
const EXPONENT_MAX = 0.1;
const OWNER_MS_MAX = 1_000;
const FORECAST_MS_MAX = 1_000;
const AUDIT_RATIO_MAX = 14;
const CSV_RATIO_MAX = 1.5;
const QUOTES_MIN = 400;
const CONNECTIONS = 16;

/** Calls whose duration must not depend on the number of users. */
const FLAT: Readonly<Record<string, (side: GrowSide) => Asked>> = {
  quote: ({ somebody: { headers } }) => ({
    path: PATHS.quoteBond,
    method: 'POST',
    headers,
    body: '{"tokenType":"SOL","amount":"1"}',
  }),
  portfolio: ({ somebody: { userId, headers } }) => ({
    path: PATHS.portfolio.replace('{userId}', userId),
    headers,
  }),
  history: ({ somebody: { userId, headers } }) => ({
    path: PATHS.history.replace('{userId}', userId),
    headers,
  }),
  claim: (side) => {
    const { id, headers } = side.next('claim');
    const path = PATHS.bondStatus.replace('{id}', id);
    return { path, method: 'PATCH', headers, body: '{"status":"completed"}' };
  },
  restake: (side) => {
    const { id, headers } = side.next('restake');
    return { path: PATHS.restake.replace('{stakeId}', id), method: 'POST', headers, body: '{}' };
  },
  transparency: () => ({ path: PATHS.transparency }),
};

const usersPath = (query: string): string =>
  `${PATHS.adminUsers}?limit=100&direction=desc&${query}`;
/** The owner's heavy reads, each with its limit in milliseconds with the most users. */
const OWNERS: Readonly<
  Record<string, { readonly atMostMs: number; readonly call: (side: GrowSide) => Asked }>
> = {
  'admin stats': {
    atMostMs: OWNER_MS_MAX,
    call: ({ owner }) => ({ path: PATHS.adminStats, headers: owner }),
  },
  'users by balance': {
    atMostMs: OWNER_MS_MAX,
    call: ({ owner }) => ({ path: usersPath('filter=all&sort=balance'), headers: owner }),
  },
  'search of a wallet': {
    atMostMs: OWNER_MS_MAX,
    call: ({ owner, somebody: { wallet } }) => ({
      path: usersPath(`filter=all&sort=joined&search=${wallet.slice(5, 13)}`),
      headers: owner,
    }),
  },
  'analytics of 30 days': {
    atMostMs: OWNER_MS_MAX,
    call: ({ owner }) => ({ path: `${PATHS.adminAnalytics}?range=30d`, headers: owner }),
  },
  'forecast, memoized': {
    atMostMs: FORECAST_MS_MAX,
    call: ({ owner }) => ({ path: PATHS.adminForecast, headers: owner }),
  },
};

/** Durations at one size: milliseconds by name. */
type Measured = ReadonlyMap<string, number>;

/** Measures how durations grow with the number of users, as exponents from the fewest to the most. */
export async function grow(report: Report): Promise<void> {
  const sides: GrowSide[] = [];
  const measured: Measured[] = [];
  try {
    for (const users of SIZES) {
      const began = performance.now();
      sides.push(await openGrowSide(users));
      console.log(`  ${users} users in ${Math.round((performance.now() - began) / 1_000)} s`);
    }
    const flat = await measureTogether(sides);
    for (const [i, side] of sides.entries()) {
      measured.push(new Map([...(flat[i] ?? []), ...(await measure(side))]));
    }
  } finally {
    for (const side of sides) await side.close();
  }
  for (const name of Object.keys(FLAT)) report(flatRow(name, measured));
  for (const [name, { atMostMs }] of Object.entries(OWNERS)) {
    report(ownerRow(name, atMostMs, measured));
  }
  const last = measured.at(-1) ?? new Map<string, number>();
  const users = label(SIZES.at(-1) ?? 0);
  report(
    ratioRow(last, {
      name: `audit of ${users} users`,
      against: 'two scans',
      ours: 'audit',
      floor: 'scans',
      atMost: AUDIT_RATIO_MAX,
    }),
  );
  report(
    ratioRow(last, {
      name: `users.csv by balance, ${users}`,
      against: 'by joined',
      ours: 'csv balance',
      floor: 'csv joined',
      atMost: CSV_RATIO_MAX,
    }),
  );
  report(quotesRow(measured));
  await sweepOf(SIZES.at(-1) ?? 0, report);
}

/** Measures flat calls at all sizes in turns, so that other load on the machine affects all sizes alike. */
async function measureTogether(sides: readonly GrowSide[]): Promise<Measured[]> {
  const found = sides.map(() => new Map<string, number>());
  for (const [name, call] of Object.entries(FLAT)) {
    const times: number[][] = sides.map(() => []);
    for (let load = -WARM_UPS; load < LOADS; load += 1) {
      for (let turn = 0; turn < sides.length; turn += 1) {
        const i = (turn + load + WARM_UPS) % sides.length;
        const side = sides[i];
        if (!side) continue;
        const took = await side.timed(call(side));
        if (load >= 0) times[i]?.push(took);
      }
    }
    for (const [i, of] of times.entries()) found[i]?.set(name, median(of));
  }
  return found;
}

async function measure(side: GrowSide): Promise<Measured> {
  const found = new Map<string, number>();
  const first = await side.timed({ path: PATHS.adminForecast, headers: side.owner });
  found.set('forecast, first', first);
  for (const [name, { call }] of Object.entries(OWNERS)) {
    const times: number[] = [];
    for (let load = -WARM_UPS; load < LOADS; load += 1) {
      const took = await side.timed(call(side));
      if (load >= 0) times.push(took);
    }
    found.set(name, median(times));
  }
  found.set('quotes', await side.quotesPerSecond(CONNECTIONS, 5));
  for (const sort of ['joined', 'balance'] as const) {
    const path = `${PATHS.adminUsersCsv}?filter=all&sort=${sort}&direction=desc`;
    const file = (): Promise<number> => side.timed({ path, headers: side.owner });
    found.set(`csv ${sort}`, Math.min(await file(), await file()));
  }
  found.set('scans', Math.min(await side.scans(), await side.scans()));
  const audit = { path: PATHS.adminAuditRun, method: 'POST', headers: side.owner };
  found.set('audit', await side.timed(audit));
  for (const [name, ms] of found) console.log(`    ${name} ${ms.toFixed(1)}`);
  return found;
}

const label = (users: number): string =>
  users >= 1_000_000 ? `${users / 1_000_000}M` : `${users / 1_000}k`;
const all = SIZES.map(label).join(' / ');
const shown = (name: string, measured: readonly Measured[]): string =>
  measured.map((found) => (found.get(name) ?? Number.NaN).toFixed(1)).join(' / ');

function flatRow(name: string, measured: readonly Measured[]): Row {
  const [few, many] = [measured[0]?.get(name), measured.at(-1)?.get(name)];
  const growth = (SIZES.at(-1) ?? 1) / (SIZES[0] ?? 1);
  const exponent = Math.log((many ?? Number.NaN) / (few ?? Number.NaN)) / Math.log(growth);
  return {
    name: `${name} with ${all} users (p50 ms; the exponent)`,
    floor: 'flat',
    ours: shown(name, measured),
    ratio: exponent,
    goal: `≤ ${EXPONENT_MAX}`,
    holds: exponent <= EXPONENT_MAX,
  };
}

function ownerRow(name: string, atMostMs: number, measured: readonly Measured[]): Row {
  const ratio = (measured.at(-1)?.get(name) ?? Number.NaN) / atMostMs;
  return {
    name: `${name} with ${all} users (p50 ms)`,
    floor: `${atMostMs} ms`,
    ours: shown(name, measured),
    ratio,
    goal: '≤ 1',
    holds: ratio <= 1,
  };
}

interface Compared {
  readonly name: string;
  /** Name of the floor. */
  readonly against: string;
  /** Names of the measured calls. */
  readonly ours: string;
  readonly floor: string;
  readonly atMost: number;
}

function ratioRow(found: Measured, { name, against, ours, floor, atMost }: Compared): Row {
  const [took, least] = [found.get(ours) ?? Number.NaN, found.get(floor) ?? Number.NaN];
  return {
    name: `${name} (ms)`,
    floor: `${Math.round(least)} ${against}`,
    ours: String(Math.round(took)),
    ratio: took / least,
    goal: `≤ ${atMost}`,
    holds: took <= atMost * least,
  };
}

function quotesRow(measured: readonly Measured[]): Row {
  const least = Math.min(...measured.map((found) => found.get('quotes') ?? Number.NaN));
  return {
    name: `quotes, ${CONNECTIONS} connections, with ${all} users (per second)`,
    floor: String(QUOTES_MIN),
    ours: shown('quotes', measured),
    ratio: least / QUOTES_MIN,
    goal: '≥ 1',
    holds: least >= QUOTES_MIN,
  };
}
