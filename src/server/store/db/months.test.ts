import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Instant } from '#domain/base/time';
import { instant } from '#domain/base/time';
import { type TestDatabase, onOneDatabase } from '#test/databases';
import { ask, issuePlan, newUser, systemSum } from '#test/support/store';
import type { Database } from './database.ts';
import { violations } from '../ledger/invariants.ts';
import { makeLedgerMonths } from './months.ts';
import { writePlan } from '../write/write-plans.ts';

const utc = (text: string): Instant => instant(Date.parse(text));

onOneDatabase('the ledger’s months', (fresh, kind) => {
  let opened: TestDatabase;
  let database: Database;
  beforeEach(async () => {
    opened = await fresh();
    ({ database } = opened);
  });
  afterEach(async () => {
    expect(await violations(database)).toEqual([]);
    await opened.close();
  });

  const partitions = async (): Promise<string[]> =>
    (
      await ask<{ name: string }>(
        database,
        `select inhrelid::regclass::text as name from pg_inherits
         where inhparent = 'journals'::regclass`,
      )
    )
      .map(({ name }) => name)
      .sort();

  /** Writes one entry of one unit at each instant; answers in which partition each landed. */
  async function landedIn(...instants: Instant[]): Promise<string[]> {
    const userId = await newUser(database);
    for (const [i, now] of instants.entries()) {
      await writePlan(database, issuePlan(userId, BigInt(i), { now }));
    }
    const rows = await ask<{ journal: string }>(
      database,
      `select tableoid::regclass::text as journal from journals where user_id = $1 order by recorded_at`,
      [userId],
    );
    return rows.map(({ journal }) => journal.replace('journals_', ''));
  }

  test('are this one and the next two, also over the end of a year', async () => {
    await makeLedgerMonths(database, utc('2026-11-30T23:59:59.999Z'));
    expect(await partitions()).toEqual(
      ['2026_11', '2026_12', '2027_01', 'default'].map((month) => `journals_${month}`),
    );
  });

  test('made again and again stay the same, and the later ones join them', async () => {
    for (const at of ['2026-01-15T00:00:00Z', '2026-01-15T00:00:00Z', '2026-02-01T00:00:00Z']) {
      await makeLedgerMonths(database, utc(at));
    }
    expect(await partitions()).toEqual(
      ['2026_01', '2026_02', '2026_03', '2026_04', 'default'].map((month) => `journals_${month}`),
    );
  });

  test('take the rows of their own month, to the millisecond', async () => {
    await makeLedgerMonths(database, utc('2026-01-15T00:00:00Z'));
    expect(
      await landedIn(
        utc('2025-12-31T23:59:59.999Z'),
        utc('2026-01-01T00:00:00.000Z'),
        utc('2026-01-31T23:59:59.999Z'),
        utc('2026-02-01T00:00:00.000Z'),
        utc('2026-04-01T00:00:00.000Z'),
      ),
    ).toEqual(['default', '2026_01', '2026_01', '2026_02', 'default']);
  });

  test('that were made too late leave the earlier rows, and the rest of the month, where they are', async () => {
    const early = utc('2026-05-03T00:00:00Z');
    expect(await landedIn(early)).toEqual(['default']);
    await makeLedgerMonths(database, early);
    await makeLedgerMonths(database, early);
    expect(await partitions()).not.toContain('journals_2026_05');
    expect(await landedIn(utc('2026-05-20T00:00:00Z'), utc('2026-06-01T00:00:00Z'))).toEqual([
      'default',
      '2026_06',
    ]);
    expect(await systemSum(database, 'issuance', 'LMT')).toBe(-3n);
    expect(await ask(database, 'select count(*) as rows from journals')).toEqual([{ rows: 3n }]);
  });

  test('do not depend on the session’s time zone', async () => {
    await database.transaction(async (session) => {
      await session.exec(`set local timezone = 'Pacific/Auckland'`);
      await makeLedgerMonths(session, utc('2026-01-31T20:00:00Z'));
    });
    expect(await landedIn(utc('2026-01-31T20:00:00Z'), utc('2026-01-31T23:59:59.999Z'))).toEqual([
      '2026_01',
      '2026_01',
    ]);
  });

  test.runIf(kind === 'postgres')('give way to who reads for long', async () => {
    const now = utc('2026-01-15T00:00:00Z');
    // As jobs do, it waits for its locks as long as a statement may take.
    const made = () => database.transaction((session) => makeLedgerMonths(session, now));
    await database.transaction(async (reader) => {
      await ask(reader, 'select count(*) from journals');
      await expect(made()).rejects.toThrow('lock timeout');
    });
    await made();
    expect(await partitions()).toContain('journals_2026_01');
  });

  test.runIf(kind === 'postgres')(
    'can be made by several nodes at once, among writes',
    async () => {
      const now = utc('2026-01-15T00:00:00Z');
      const userIds = await Promise.all(Array.from({ length: 4 }, () => newUser(database)));
      await Promise.all([
        ...Array.from({ length: 6 }, () => makeLedgerMonths(database, now)),
        ...userIds.map((userId) => writePlan(database, issuePlan(userId, 0n, { now }))),
      ]);
      expect(await systemSum(database, 'issuance', 'LMT')).toBe(-4n);
    },
  );
});
