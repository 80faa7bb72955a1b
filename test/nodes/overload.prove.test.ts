import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { freshPostgres } from '#test/databases';
import { count, tries } from '#test/prove/effort';
import { ask, newUser } from '#test/support/store';
import { addSession } from '#server/kernel/sessions/sessions';
import type { Database } from '#server/kernel/db/database';
import { Flood } from './flood.ts';
import { type Server, dataFolder, startServer } from './server.ts';

const SERVER = process.env['TEST_DATABASE_URL'];
/** Keeps the machine busy for a minute, so only in full runs. */
const ROUNDS = tries(0, 12);
const CONNECTIONS = 2_000;
/** Above Node's default backlog of 511. */
const IN_LINE = 600;
const LOOK_MS = 100;
/** Queues are bounded, and therefore memory, too. */
const GROWTH_MAX = 1.5;

/** Latest starts of the payment jobs, by the database's clock. */
const lastRuns = async (database: Database): Promise<Record<string, bigint>> => {
  const rows = await ask<{ name: string; ms: bigint }>(
    database,
    `select name, (extract(epoch from started_at) * 1000)::bigint as ms from job_runs
     where name in ('watch-treasury', 'follow-payouts', 'decide-arrivals')`,
  );
  return Object.fromEntries(rows.map(({ name, ms }) => [name, ms]));
};

/** Read from /proc, because an overloaded node would report late. */
function residentKb({ pid }: ChildProcess): number {
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
}

function started(...[env, how]: Parameters<typeof startServer>): Server {
  const server = startServer({ RATE_LIMITS: 'off', ...env }, how);
  onTestFinished(async () => {
    server.process.kill('SIGKILL');
    await server.ended;
  });
  return server;
}

/** The system's limit of a listen backlog. */
const LINE_MAX = Number(readFileSync('/proc/sys/net/core/somaxconn', 'utf8'));

test.skipIf(LINE_MAX < IN_LINE)(
  `${IN_LINE} requests that arrive while a node is blocked wait in the backlog and are answered`,
  { timeout: 120_000 },
  async () => {
    const data = dataFolder();
    onTestFinished(data.remove);
    const server = started({ DATA_DIR: data.path });
    const { hostname, port } = new URL(await server.address);
    server.process.kill('SIGSTOP');
    const sockets = Array.from({ length: IN_LINE }, () => connect(Number(port), hostname));
    onTestFinished(() => sockets.forEach((socket) => socket.destroy()));
    await Promise.all(sockets.map((socket) => once(socket, 'connect')));
    const answers = sockets.map(async (socket) => {
      socket.write(`GET /api/protocol/settings HTTP/1.1\r\nhost: ${hostname}:${port}\r\n\r\n`);
      const [head] = (await once(socket, 'data')) as [Buffer];
      return head.toString('latin1', 9, 12);
    });
    server.process.kill('SIGCONT');
    const others = (await Promise.all(answers)).filter((s) => s !== '200' && s !== '503');
    expect(others).toEqual([]);
  },
);

describe.skipIf(SERVER === undefined || ROUNDS === 0)('overloaded node', () => {
  test(
    `with ${CONNECTIONS} clients serves some, refuses others at once, and keeps running jobs`,
    { timeout: 120_000 + ROUNDS * 60_000 },
    async () => {
      const stored = await freshPostgres(SERVER!);
      onTestFinished(() => stored.close());
      const { database } = stored;
      const data = dataFolder();
      onTestFinished(data.remove);
      const server = started(
        { DATABASE_URL: stored.url!, DATA_DIR: data.path },
        // Compiled as for `npm start`, for realistic capacity.
        { flags: [] },
      );
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
      const before = residentKb(server.process);
      for (let round = 0; round < ROUNDS; round += 1) {
        const first = await lastRuns(database);
        const isLater = async (): Promise<boolean> =>
          Object.entries(await lastRuns(database)).every(([name, ms]) => ms > (first[name] ?? 0n));
        while (!(await isLater())) await sleep(LOOK_MS);
      }
      const after = residentKb(server.process);
      await flood.stop();
      count('calls served in an overload', flood.served);
      count('calls told at once to come again in an overload', flood.refused);
      expect(Object.keys(await lastRuns(database))).toHaveLength(3);
      expect(flood.others).toEqual([]);
      expect(after / before).toBeLessThan(GROWTH_MAX);
    },
  );
});
