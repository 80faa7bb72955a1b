import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Instant, instant, iso } from '#domain/base/time';
import { type TestDatabase, freshPostgres } from '#test/databases';
import { ask, issuePlan, newUser, unstaked } from '#test/support/store';
import { auditedUsers } from '../admin/audit-input.ts';
import { violations } from '../ledger/invariants.ts';
import { entriesOf } from '../users/held-entries.ts';
import { writePlan } from '../write/write-plans.ts';
import type { Database } from './database.ts';
import { makeLedgerMonths } from './months.ts';

const SERVER = process.env['TEST_DATABASE_URL'];
const SPACE = `lmt_archive_${process.pid}`;
const utc = (text: string): Instant => instant(Date.parse(text));
const JANUARY = [utc('2026-01-01T00:00:00.000Z'), utc('2026-01-31T23:59:59.999Z')];
const FEBRUARY = utc('2026-02-01T00:00:00.000Z');

/** Statements that want no transaction around them, one after the other on one connection. */
async function asAdmin(...statements: string[]): Promise<void> {
  const admin = new pg.Client({ connectionString: SERVER });
  await admin.connect();
  try {
    for (const text of statements) await admin.query(text);
  } finally {
    await admin.end();
  }
}

describe.skipIf(SERVER === undefined)('a month that is archived as the docs say', () => {
  let opened: TestDatabase;
  let database: Database;
  let userId: string;

  beforeEach(async () => {
    opened = await freshPostgres(SERVER!);
    ({ database } = opened);
    await makeLedgerMonths(database, JANUARY[0]!);
    userId = await newUser(database);
    for (const [i, at] of [...JANUARY, FEBRUARY].entries()) {
      await writePlan(database, issuePlan(userId, BigInt(i), { now: at }));
    }
    // Within the server's own folder, where a disk would be named.
    await asAdmin('set allow_in_place_tablespaces = on', `create tablespace ${SPACE} location ''`);
  });
  afterEach(async () => {
    await opened.close();
    await asAdmin(`drop tablespace ${SPACE}`);
  });

  const everything = async (): Promise<unknown> => {
    const audited: unknown[] = [];
    for await (const users of auditedUsers(database, 10)) audited.push(...users);
    return { audited, entries: await entriesOf(database, userId) };
  };
  /** What of the month lies where; null is where everything lies. */
  const placesOf = async (month: string): Promise<(string | null)[]> =>
    (
      await ask<{ place: string | null }>(
        database,
        `select t.spcname as place from pg_class c
         left join pg_tablespace t on t.oid = c.reltablespace
         where c.oid in (select $1::text::regclass union select indexrelid from pg_index
           where indrelid = $1::text::regclass)`,
        [`journals_${month}`],
      )
    ).map(({ place }) => place);

  test('lies there with its indexes, and is read and guarded as before', async () => {
    const script = [
      ...(await readFile('docs/OPERATIONS.md', 'utf8')).matchAll(/^ {4}(alter .*;)$/gm),
    ]
      .map(([, line]) => line)
      .join('\n');
    const before = await everything();
    await database.exec(script.replaceAll('archive;', `${SPACE};`));
    expect(await placesOf('2026_01')).toEqual([SPACE, SPACE, SPACE]);
    expect(await placesOf('2026_02')).toEqual([null, null, null]);
    expect(await everything()).toEqual(before);
    for (const change of [
      `update journals set kind = 'reversed' where recorded_at = '${iso(JANUARY[0]!)}'`,
      'delete from journals_2026_01',
      'truncate journals_2026_01',
    ]) {
      await expect(database.exec(change), change).rejects.toThrow('append-only');
    }
    expect(await writePlan(database, issuePlan(userId, 3n, { now: JANUARY[1]! }))).toBe(true);
    expect(await unstaked(database, userId)).toBe(4n);
    expect(await violations(database)).toEqual([]);
  });
});
