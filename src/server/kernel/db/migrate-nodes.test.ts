import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { MIGRATIONS } from '#test/databases';
import { ask } from '#test/support/store';
import { type Database, only } from './database.ts';
import { violations } from '../ledger/invariants.ts';
import { migrate } from './migrate.ts';
import { openPostgres } from './postgres.ts';

const SERVER = process.env['TEST_DATABASE_URL'];

/** Promise with its resolver. */
function gate(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

describe.skipIf(SERVER === undefined)('an empty database on PostgreSQL', () => {
  let admin: Database;
  let name: string;
  let nodes: Database[];

  beforeEach(async () => {
    admin = openPostgres(SERVER!, { connections: 1 });
    name = `lmt_test_${randomBytes(6).toString('hex')}`;
    await admin.exec(`create database ${name}`);
    const url = new URL(SERVER!);
    url.pathname = `/${name}`;
    nodes = Array.from({ length: 3 }, () => openPostgres(url.href, { connections: 2 }));
  });
  afterEach(async () => {
    for (const node of nodes) await node.close();
    await admin.exec(`drop database ${name} with (force)`);
    await admin.close();
  });

  test('is migrated once by three nodes that start together', async () => {
    const made = await Promise.all(nodes.map((node) => migrate(node, MIGRATIONS)));
    const [{ count }] = await ask<{ count: bigint }>(
      nodes[0]!,
      'select count(*) as count from schema_migrations',
    ).then((rows) => [only(rows)] as const);
    expect(made.toSorted((a, b) => a - b)).toEqual([0, 0, Number(count)]);
    expect(await ask(nodes[1]!, 'select from lmt_prices')).toHaveLength(1);
    expect(await violations(nodes[2]!)).toEqual([]);
  });

  test('is migrated during a long read, without blocking other readers', async () => {
    const [migrating, reading, other] = nodes as [Database, Database, Database];
    await migrate(migrating, MIGRATIONS);
    const folder = await mkdtemp(join(tmpdir(), 'lmt-migrations-'));
    const [held, read] = [gate(), gate()];
    try {
      await cp(MIGRATIONS, folder, { recursive: true });
      await writeFile(join(folder, '9998-more.sql'), 'alter table payouts add column more integer');
      const reader = reading.transaction(async (session) => {
        await session.exec('set local idle_in_transaction_session_timeout = 0');
        await ask(session, 'select from payouts');
        held.open();
        await read.opened;
      });
      await held.opened;
      const migrated = migrate(migrating, folder, { lockMs: 100, againMs: 10 });
      // This read queues behind the waiting migration.
      const waiting = `select from pg_locks where relation = 'payouts'::regclass and not granted`;
      while ((await ask(other, waiting)).length === 0);
      await ask(other, 'select from payouts');
      read.open();
      await reader;
      expect(await migrated).toBe(1);
    } finally {
      read.open();
      await rm(folder, { recursive: true });
    }
  });

  test('is unchanged after a failed migration', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'lmt-migrations-'));
    try {
      await cp(MIGRATIONS, folder, { recursive: true });
      await writeFile(
        join(folder, '9998-broken.sql'),
        'create table late (n int); select nonsense;',
      );
      await expect(migrate(nodes[0]!, folder)).rejects.toThrow('nonsense');
      const tables = await ask(
        nodes[0]!,
        `select from pg_class where relnamespace = 'public'::regnamespace`,
      );
      expect(tables).toEqual([]);
      expect(await migrate(nodes[0]!, MIGRATIONS)).toBeGreaterThan(0);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
