import { afterAll, beforeAll, expect, test } from 'vitest';
import { T0 } from '#test/domain/builders';
import { type TestDatabase, onOneDatabase } from '#test/databases';
import { issuePlan, newUser, rowCounts } from '#test/support/store';
import { appendLog } from './admin-log.ts';
import { writePlan } from '../write/write-plans.ts';

/** Change of a column in each table under test. */
const COLUMNS: Readonly<Record<string, string>> = {
  setting_changes: 'value = 1',
  lmt_prices: 'price = 1',
  market_prices: 'price = 1',
  pause_events: 'paused = false',
  admin_log: `reason = 'other'`,
  journals: `kind = 'reversed'`,
  postings: 'amount = 1',
};

onOneDatabase('append-only tables', (fresh) => {
  let opened: TestDatabase;

  beforeAll(async () => {
    opened = await fresh();
    const { database } = opened;
    const userId = await newUser(database);
    await writePlan(database, issuePlan(userId, 0n));
    await database.exec(`insert into pause_events (at, paused) values (now(), true)`);
    await database.transaction((session) =>
      appendLog(session, {
        at: T0,
        actor: 'owner',
        call: 'POST /x',
        reason: null,
        before: 1,
        after: 2,
      }),
    );
  });
  afterAll(() => opened.close());

  let counts: Record<string, bigint>;
  test('all have rows, so that a refusal proves something', async () => {
    counts = await rowCounts(opened.database);
    expect(Object.keys(COLUMNS).filter((table) => !counts[table])).toEqual([]);
  });

  for (const [table, column] of Object.entries(COLUMNS)) {
    test.each([
      ['UPDATE', `update ${table} set ${column}`],
      ['DELETE', `delete from ${table}`],
      ['TRUNCATE', `truncate ${table} cascade`],
    ])(`${table} refuses %s`, async (_, script) => {
      await expect(opened.database.exec(script)).rejects.toThrow(/append-only/);
    });
  }

  test('keep every row after all refused writes', async () => {
    expect(await rowCounts(opened.database)).toEqual(counts);
  });
});
