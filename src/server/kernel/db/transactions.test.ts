import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, onOneDatabase } from '#test/databases';
import { type Database, statement } from './database.ts';
import { openPostgres } from './postgres.ts';
import { withLock, longRead } from './transactions.ts';

const SLOW = statement('slow', 'select pg_sleep(0.6)::text');

onOneDatabase('a statement', (fresh, kind) => {
  let opened: TestDatabase;
  let database: Database;
  beforeAll(async () => {
    opened = await fresh();
    // The default time limits, shortened to tenths of a second.
    const hurried = `${opened.url!}?statement_timeout=300&query_timeout=350`;
    database = kind === 'postgres' ? openPostgres(hurried) : opened.database;
  });
  afterAll(async () => {
    if (kind === 'postgres') await database.close();
    await opened.close();
  });

  test.runIf(kind === 'postgres')('is cancelled after its time limit', async () => {
    await expect(database.query(SLOW)).rejects.toThrow('statement timeout');
    const inTransaction = database.transaction((session) => session.query(SLOW));
    await expect(inTransaction).rejects.toThrow('statement timeout');
  });

  test('has no time limit on the server or the node if it scans everything', async () => {
    expect(await longRead(database, (session) => session.query(SLOW))).toHaveLength(1);
    const long = withLock(database, { name: 'audit', takesLong: true }, (session) =>
      session.query(SLOW),
    );
    expect(await long).toHaveLength(1);
  });
});
