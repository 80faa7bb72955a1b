import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Instant } from '#domain/base/time';
import type { Database } from '#server/kernel/db/database';
import { violations } from '#server/kernel/ledger/invariants';
import { readClock } from '#server/kernel/terms/protocol-clock';
import { freshPostgres } from '../test/databases.ts';
import { seedWrites } from './api-writes.ts';
import { type Shot, answersPerSecond, roundRobin, takingTurns } from './load.ts';
import { fillPgbench, pgbenchTps, scratch } from './pgbench.ts';
import { type Row, median } from './row.ts';
import { openVault, paidBond, seedRounds, seedSessions, seedUsers } from './seed.ts';
import { startFloor, startUnlimited } from './server.ts';

const CONNECTIONS = 32;
const FLOOR_CLIENTS = 8;
/** Seconds of each half of a pair (BENCH_SECONDS). */
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 2);
const LOAD = { connections: CONNECTIONS, seconds: SECONDS };
const PAIRS = 5;
/** Warm-up pairs before measuring, until the server's code is compiled. */
const WARM_UPS = 3;
const USERS = 2_000;
/** Prepared requests of each kind; more than all pairs together can use. */
const ROUNDS = SECONDS * 14;
/** Prepared posts per second of each kind; more than can be used. */
const POSTS = 13_000;
/** Minimum share of its floor that a call must reach; null if it is only reported. */
const GOALS = {
  claim: 0.45,
  restake: 0.45,
  stake: null,
  sell: null,
  'paid bond': null,
  portfolio: 0.45,
} as const;

/**
 * Measures HTTP requests on a PostgreSQL: writes against `pgbench -N`, a portfolio against the smallest
 * possible read.
 */
export async function api(report: (row: Row) => void): Promise<void> {
  const { server, pgbench } = scratch();
  const floor = await freshPostgres(server);
  const ours = await freshPostgres(server);
  const dataDir = await mkdtemp(join(tmpdir(), 'lmt-bench-'));
  try {
    await fillPgbench(pgbench, floor.url ?? '');
    const seeded = await seed(ours.database);
    const env = { DATABASE_URL: ours.url ?? '', WORKER: 'off' };
    const app = await startUnlimited(dataDir, env);
    const least = await startFloor(env);
    try {
      const updates = (): Promise<number> =>
        pgbenchTps(pgbench, floor.url ?? '', { clients: FLOOR_CLIENTS, seconds: SECONDS });
      const reads = (): Promise<number> =>
        answersPerSecond({ ...LOAD, url: least.url, next: seeded.least });
      const through = (next: () => Shot) => (): Promise<number> =>
        answersPerSecond({ ...LOAD, url: app.url, next });
      const floorOfWrites = { against: `pgbench -N -c ${FLOOR_CLIENTS}`, floor: updates };
      const write = (name: keyof typeof GOALS, next: () => Shot) =>
        compare(report, name, { ...floorOfWrites, ours: through(next) });
      await write('claim', seeded.claim);
      await write('restake', seeded.restake);
      const { stake, sell, bond } = await seedWrites(ours.database, {
        url: app.url,
        now: seeded.now,
        posts: SECONDS * POSTS,
      });
      await write('stake', stake);
      await write('sell', sell);
      await write('paid bond', bond);
      await compare(report, 'portfolio', {
        against: 'one SELECT by key',
        floor: reads,
        ours: through(seeded.portfolio),
      });
    } finally {
      await app.close();
      await least.close();
    }
    const wrong = await violations(ours.database);
    if (wrong.length > 0) throw new Error(`the ledger is not sound: ${JSON.stringify(wrong[0])}`);
  } finally {
    await ours.close();
    await floor.close();
    await rm(dataDir, { recursive: true });
  }
}

interface Compared {
  /** Name of the floor. */
  readonly against: string;
  readonly floor: () => Promise<number>;
  readonly ours: () => Promise<number>;
}

/** Measures interleaved pairs, so that a slow machine slows both. */
async function compare(
  report: (row: Row) => void,
  name: keyof typeof GOALS,
  { against, floor, ours }: Compared,
): Promise<void> {
  const pairs: { floor: number; ours: number }[] = [];
  for (let pair = -WARM_UPS; pair < PAIRS; pair += 1) {
    const measured = { floor: await floor(), ours: await ours() };
    if (pair >= 0) pairs.push(measured);
  }
  const ratio = median(pairs.map((pair) => pair.ours / pair.floor));
  const goal = GOALS[name];
  report({
    name: `${name} over HTTP, ${CONNECTIONS} connections (per second)`,
    floor: `${Math.round(median(pairs.map((pair) => pair.floor)))} ${against}`,
    ours: `${Math.round(median(pairs.map((pair) => pair.ours)))}`,
    ratio,
    goal: goal === null ? 'reported' : `≥ ${goal}`,
    holds: ratio >= (goal ?? 0),
  });
}

/** Creates users with sessions, bonds to claim and vaults to restake, and the requests that do so. */
async function seed(database: Database) {
  const now = await readClock(database);
  const users = await seedUsers(database, USERS, now);
  const headers = await seedSessions(database, users);
  const bonds: { userId: string; id: string }[] = [];
  const vaults: { userId: string; id: string }[] = [];
  await seedRounds(database, ROUNDS, (round) =>
    users.map((userId) => {
      const bond = paidBond(userId, round, now);
      const { id, ...vault } = openVault(userId, round, now);
      bonds.push({ userId, id: bond.bonds[0]?.id ?? '' });
      vaults.push({ userId, id });
      return {
        ...bond,
        ...vault,
        journals: [...bond.journals, ...vault.journals],
        items: bond.items,
      };
    }),
  );
  const taking = (
    from: readonly { userId: string; id: string }[],
    shot: (id: string) => Omit<Shot, 'headers'>,
  ): (() => Shot) =>
    takingTurns(from.map(({ userId, id }) => ({ ...shot(id), headers: headers(userId) })));
  const somebody = roundRobin(users);
  return {
    now,
    claim: taking(bonds, (id) => ({
      method: 'PATCH',
      path: `/api/bonds/${id}/status`,
      body: '{"status":"completed"}',
    })),
    restake: taking(vaults, (id) => ({ method: 'POST', path: `/api/stakes/restake/${id}` })),
    /** Uses users of a common size, because the seeded ones have far more bonds and vaults. */
    portfolio: await smallPortfolios(database, now),
    least: (): Shot => ({ method: 'GET', path: `/users/${somebody()}`, headers: {} }),
  };
}

/** Creates users with one bond and two vaults each. */
export async function smallPortfolios(database: Database, now: Instant): Promise<() => Shot> {
  const users = await seedUsers(database, USERS, now);
  await seedRounds(database, 1, (round) => users.map((userId) => paidBond(userId, round, now)));
  await seedRounds(database, 2, (round) =>
    users.map((userId) => openVault(userId, round + 1n, now)),
  );
  const headers = await seedSessions(database, users);
  return roundRobin(
    users.map((userId) => ({
      method: 'GET',
      path: `/api/portfolio/${userId}`,
      headers: headers(userId),
    })),
  );
}
