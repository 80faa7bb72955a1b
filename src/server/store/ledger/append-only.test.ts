import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS, after } from '#domain/base/time';
import { T0 } from '#test/domain/builders';
import { type TestDatabase, onOneDatabase } from '#test/databases';
import { ask, issuePlan, newUser, rowCounts } from '#test/support/store';
import { appendLog } from './admin-log.ts';
import { makeLedgerMonths } from '../db/months.ts';
import { writePlan } from '../write/write-plans.ts';

const HISTORIES = [
  'setting_changes',
  'lmt_prices',
  'market_prices',
  'pause_events',
  'admin_log',
  'journal_forms',
];
/** T0 is in January 2026; the user's second entry is of a month that has no partition. */
const LEDGER = ['journals', 'journals_2026_01', 'journals_default'];
const COLUMN: Record<string, string> = {
  setting_changes: 'value = 1',
  lmt_prices: 'price = 1',
  market_prices: 'price = 1',
  pause_events: 'paused = false',
  admin_log: `reason = 'other'`,
  journal_forms: `moves = 'other'`,
  journals: `kind = 'reversed'`,
};
const columnOf = (table: string): string => COLUMN[table.replace(/^journals.*/, 'journals')]!;

onOneDatabase('what is written once', (fresh) => {
  let opened: TestDatabase;

  beforeAll(async () => {
    opened = await fresh();
    const { database } = opened;
    await makeLedgerMonths(database, T0);
    const userId = await newUser(database);
    await writePlan(database, issuePlan(userId, 0n));
    await writePlan(database, issuePlan(userId, 1n, { now: after(T0, -90 * DAY_MS) }));
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
  test('every table under test has rows, so that a refusal is about them', async () => {
    counts = await rowCounts(opened.database);
    const tables = [...HISTORIES, ...LEDGER.filter((name) => name.includes('_'))];
    expect(tables.filter((table) => !counts[table])).toEqual([]);
  });

  for (const table of [...HISTORIES, ...LEDGER]) {
    test.each([
      ['UPDATE', `update ${table} set ${columnOf(table)}`],
      ['DELETE', `delete from ${table}`],
      ['TRUNCATE', `truncate ${table} cascade`],
    ])(`${table} refuses %s`, async (_, script) => {
      await expect(opened.database.exec(script)).rejects.toThrow(/append-only/);
    });
  }

  test('after all that, every row is there', async () => {
    expect(await rowCounts(opened.database)).toEqual(counts);
  });

  test('no partition can be made without these guards', async () => {
    await makeLedgerMonths(opened.database, T0);
    const bare = await ask<{ name: string }>(
      opened.database,
      `select c.relname as name from pg_class c
       where c.relkind in ('r', 'p') and c.relname ~ '^journals(_|$)'
         and (select count(*) from pg_trigger t
           where t.tgrelid = c.oid and t.tgfoid = 'refuse_rewrite'::regproc) < 2`,
    );
    expect(bare).toEqual([]);
  });
});
