import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { migrate } from '#server/kernel/db/migrate';
import { openPostgres } from '#server/kernel/db/postgres';
import { MIGRATIONS } from '#test/databases';
import { ask } from '#test/support/store';
import { World } from '#test/world';
import type { TestUser } from '#test/world/user';
import { FAKETIME, POSTGRES_BIN, Program, ownFolder, steadyPort, user } from './programs.ts';

const TIMEOUT = { timeout: 180_000 };
const LOOK_MS = 50;

/** PostgreSQL server under a fake clock. */
async function clockedServer() {
  const folder = ownFolder();
  const dataDir = join(folder.path, 'data');
  const flags = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync'];
  execFileSync(join(POSTGRES_BIN!, 'initdb'), ['-D', dataDir, ...flags], {
    ...user,
    cwd: folder.path,
    stdio: 'ignore',
  });
  const port = await steadyPort();
  const options = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
  };
  const settings = Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  let program: Program | null = null;

  const answers = async (): Promise<boolean> => {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
    client.on('error', () => {});
    try {
      await client.connect();
      return true;
    } catch {
      return false;
    } finally {
      await client.end().catch(() => {});
    }
  };
  /** Starts or restarts the server; `ahead` is a libfaketime offset such as `+25h`. */
  const run = async (ahead: string | null): Promise<void> => {
    await program?.kill();
    const wrong = {
      LD_PRELOAD: FAKETIME!,
      FAKETIME: ahead ?? '',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    };
    const command = [join(POSTGRES_BIN!, 'postgres'), '-D', dataDir, ...settings];
    program = new Program(join(folder.path, 'log'), command, ahead === null ? {} : wrong);
    while (!(await answers())) await sleep(LOOK_MS);
  };
  const close = async (): Promise<void> => {
    await program?.end();
    folder.remove();
  };
  return { url, run, close };
}

/** Retries a claim until the database is back; returns all responses. */
async function claimed(user: TestUser, bondId: string) {
  for (;;) {
    const { status, body } = await user.claim(bondId);
    if (body.code !== 'DATABASE_UNAVAILABLE') return [status, body.code];
    await sleep(LOOK_MS);
  }
}

describe.skipIf(POSTGRES_BIN === undefined || FAKETIME === undefined)(
  'PostgreSQL with a clock 25 hours ahead',
  () => {
    test('lets no locked bond be claimed, and leaves no lasting damage', TIMEOUT, async () => {
      const server = await clockedServer();
      onTestFinished(() => server.close());
      await server.run(null);
      const database = openPostgres(server.url);
      await migrate(database, MIGRATIONS);
      const world = await World.open({
        fresh: async () => ({ database, url: server.url, close: () => database.close() }),
      });
      const user = await world.user();
      const { id } = await user.bond('SOL', '1.25');
      await world.settleAfter(30_000);

      await server.run('+25h');
      expect(await claimed(user, id)).toEqual([503, 'CLOCK_SKEW']);
      const [{ ahead }] = (await ask<{ ahead: number }>(
        database,
        `select round(extract(epoch from clock_timestamp() - $1::text::timestamptz) / 3600)::integer as ahead`,
        [new Date().toISOString()],
      )) as [{ ahead: number }];
      expect(ahead).toBe(25);
      await world.settle();

      await server.run(null);
      expect(await claimed(user, id)).toEqual([409, 'BOND_LOCKED']);
      await world.settle();
      await world.close();
    });
  },
);
