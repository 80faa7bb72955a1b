import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { freshPostgres } from '#test/databases';
import { count, tries } from '#test/prove/effort';
import { ask, newUser } from '#test/support/store';
import { addSession } from '#server/store/users/sessions';
import type { Database } from '#server/store/db/database';
import { Flood } from './flood.ts';
import { dataFolder, startServer } from './server.ts';

const SERVER = process.env['TEST_DATABASE_URL'];
/** It keeps the whole machine busy for a minute: in full only. */
const ROUNDS = tries(0, 12);
const CONNECTIONS = 2_000;
const LOOK_MS = 100;
/** What waits is bounded, so memory is too. */
const GROWTH_MAX = 1.5;

/** When the jobs that money waits for last began, by the database's word. */
const lastRuns = async (database: Database): Promise<Record<string, bigint>> => {
  const rows = await ask<{ name: string; ms: bigint }>(
    database,
    `select name, (extract(epoch from started_at) * 1000)::bigint as ms from job_runs
     where name in ('watch-treasury', 'follow-payouts', 'decide-arrivals')`,
  );
  return Object.fromEntries(rows.map(({ name, ms }) => [name, ms]));
};

async function residentMb(address: string): Promise<number> {
  const text = await (await fetch(new URL('/metrics', address))).text();
  return Number(/^process_resident_memory_bytes (\S+)$/m.exec(text)?.[1]) / 1e6;
}

describe.skipIf(SERVER === undefined || ROUNDS === 0)(
  'a node that is asked for more than it can do',
  () => {
    test(
      `by ${CONNECTIONS} people at once: some are served, the others told at once, and jobs go on`,
      { timeout: 120_000 + ROUNDS * 60_000 },
      async () => {
        const stored = await freshPostgres(SERVER!);
        onTestFinished(() => stored.close());
        const { database } = stored;
        const data = dataFolder();
        onTestFinished(data.remove);
        const server = startServer({
          DATABASE_URL: stored.url!,
          DATA_DIR: data.path,
          RATE_LIMITS: 'off',
        });
        onTestFinished(async () => {
          server.process.kill('SIGKILL');
          await server.ended;
        });
        const address = await server.address;
        const userId = await newUser(database);
        const headers = { 'x-session-token': await addSession(database, userId) };
        const paths = [
          `/api/portfolio/${userId}`,
          `/api/bonds/user/${userId}`,
          '/api/protocol/settings',
        ];
        let turn = 0;
        const flood = new Flood(address, {
          connections: CONNECTIONS,
          next: () => ({ path: paths[(turn += 1) % paths.length]!, headers }),
        });
        while (flood.refused === 0 || flood.served < CONNECTIONS) await sleep(LOOK_MS);
        const before = await residentMb(address);
        for (let round = 0; round < ROUNDS; round += 1) {
          const first = await lastRuns(database);
          const isLater = async (): Promise<boolean> =>
            Object.entries(await lastRuns(database)).every(
              ([name, ms]) => ms > (first[name] ?? 0n),
            );
          while (!(await isLater())) await sleep(LOOK_MS);
        }
        const after = await residentMb(address);
        await flood.stop();
        count('calls served in an overload', flood.served);
        count('calls told at once to come again in an overload', flood.refused);
        expect(Object.keys(await lastRuns(database))).toHaveLength(3);
        expect(flood.others).toEqual([]);
        expect(after / before).toBeLessThan(GROWTH_MAX);
      },
    );
  },
);
