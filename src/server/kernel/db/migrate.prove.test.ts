import { afterEach, expect, test } from 'vitest';
import { MIGRATIONS, type TestDatabase, onEachDatabase } from '#test/databases';
import { statement } from './database.ts';
import { migrate } from './migrate.ts';
import { violations } from '../ledger/invariants.ts';

onEachDatabase('migrations', (fresh) => {
  let opened: TestDatabase | undefined;
  afterEach(() => opened?.close());

  test('are applied once and create a valid empty ledger', async () => {
    opened = await fresh();
    expect(await migrate(opened.database, MIGRATIONS)).toBe(0);
    expect(await violations(opened.database)).toEqual([]);
  });

  test('refuse a newer database', async () => {
    opened = await fresh();
    const newer = `insert into schema_migrations (number, name, sha256) values (9999, 'later', '')`;
    await opened.database.exec(newer);
    await expect(migrate(opened.database, MIGRATIONS)).rejects.toThrow('newer (9999)');
  });

  test('refuse a database if an applied migration file was changed', async () => {
    opened = await fresh();
    await opened.database.query(
      statement('tamper', `update schema_migrations set sha256 = 'x' where number = 1`),
    );
    await expect(migrate(opened.database, MIGRATIONS)).rejects.toThrow('was changed');
  });
});
