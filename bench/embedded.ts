import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readClock } from '#server/kernel/terms/protocol-clock';
import { addSession } from '#server/kernel/sessions/sessions';
import { freshPglite } from '../test/databases.ts';
import { type Shot, answersPerSecond, takingTurns } from './load.ts';
import { type Row, median } from './row.ts';
import { paidBond, seedRounds, seedUsers } from './seed.ts';
import { residentMb, startUnlimited } from './server.ts';

const CONNECTIONS = 32;
const SECONDS = 4;
const RUNS = 3;
const USERS = 400;
/** More than can be claimed in all runs together. */
const ROUNDS = 80;
const GOALS = { claimsPerSecond: 400, residentMb: 500, startMs: 2_000 };

interface Goal {
  readonly goal: number;
  readonly unit: string;
}

/** `npm start` without any configuration: claims over HTTP, what the process holds, and how soon it answers again. */
export async function embedded(report: (row: Row) => void): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'lmt-bench-'));
  try {
    const next = await seeded(dataDir);
    await (await startUnlimited(dataDir)).close();
    const starting = performance.now();
    const app = await startUnlimited(dataDir);
    const startMs = performance.now() - starting;
    try {
      const runs: number[] = [];
      const load = { url: app.url, connections: CONNECTIONS, next };
      await answersPerSecond({ ...load, seconds: 1 });
      for (let run = 0; run < RUNS; run += 1) {
        runs.push(await answersPerSecond({ ...load, seconds: SECONDS }));
      }
      const [perSecond, mb] = [median(runs), await residentMb(app.url)];
      const most = (name: string, value: number, { goal, unit }: Goal): Row => ({
        name: `embedded database, ${name}`,
        floor: `${goal} ${unit}`,
        ours: `${Math.round(value)}`,
        ratio: value / goal,
        goal: '≤ 1',
        holds: value <= goal,
      });
      report({
        ...most('claims over HTTP', perSecond, { goal: GOALS.claimsPerSecond, unit: 'a second' }),
        goal: '≥ 1',
        holds: perSecond >= GOALS.claimsPerSecond,
      });
      report(most('resident memory after them', mb, { goal: GOALS.residentMb, unit: 'MB' }));
      report(most('a later start', startMs, { goal: GOALS.startMs, unit: 'ms' }));
    } finally {
      await app.close();
    }
  } finally {
    await rm(dataDir, { recursive: true });
  }
}

/** Users with sessions and bonds in a data folder, and the requests that claim them. */
async function seeded(dataDir: string): Promise<() => Shot> {
  const stored = await freshPglite(join(dataDir, 'database'));
  const { database } = stored;
  const now = await readClock(database);
  const users = await seedUsers(database, USERS, now);
  const headersOf = new Map<string, Record<string, string>>();
  for (const userId of users) {
    headersOf.set(userId, { 'x-session-token': await addSession(database, userId) });
  }
  const shots: Shot[] = [];
  await seedRounds(database, ROUNDS, (round) =>
    users.map((userId) => {
      const plan = paidBond(userId, round, now);
      shots.push({
        method: 'PATCH',
        path: `/api/bonds/${plan.bonds[0]?.id}/status`,
        headers: headersOf.get(userId) ?? {},
        body: '{"status":"completed"}',
      });
      return plan;
    }),
  );
  await stored.close();
  return takingTurns(shots);
}
