import { expect, onTestFinished, test } from 'vitest';
import { T0 } from '#test/domain/builders';
import { DAY_MS, after } from '#domain/base/time';
import { freshDatabase } from '#test/databases';
import { ask, issuePlan, newUser } from '#test/support/store';
import { firstIdAt } from '../db/ids.ts';
import { writePlan } from '../write/write-plans.ts';
import { violations } from './invariants.ts';

const NEXT_MONTH = firstIdAt(after(T0, 31 * DAY_MS));

/** Builds SQL that attaches a table as first range partition of a new table with its name, without rewriting rows. */
const partitioned = (table: string, key: string): string => `
  alter table ${table} rename to ${table}_old;
  create table ${table} (like ${table}_old including all) partition by range (${key});
  alter table ${table} attach partition ${table}_old for values from (minvalue) to ('${NEXT_MONTH}');
  create table ${table}_new partition of ${table} for values from ('${NEXT_MONTH}') to (maxvalue);
  create trigger ${table}_append_only before update or delete or truncate on ${table}
    for each statement execute function refuse_rewrite();`;

test('journals and postings can be partitioned by id ranges, and keep their constraints', async () => {
  const opened = await freshDatabase();
  onTestFinished(() => opened.close());
  const { database } = opened;
  const userId = await newUser(database);
  expect(await writePlan(database, issuePlan(userId, 0n))).toBe(true);
  await database.exec(`
    ${partitioned('journals', 'id')}
    ${partitioned('postings', 'journal_id')}
    create trigger postings_balanced after insert on postings
      referencing new table as written for each statement execute function check_postings();
    create trigger journals_posted after insert on journals
      referencing new table as written for each statement execute function check_journals();`);
  const later = after(T0, 40 * DAY_MS);
  expect(await writePlan(database, issuePlan(userId, 1n, { now: later }))).toBe(true);
  const places = await ask(
    database,
    'select tableoid::regclass::text as place, count(*)::integer as postings from postings group by 1 order by 1',
  );
  expect(places).toEqual([
    { place: 'postings_new', postings: 2 },
    { place: 'postings_old', postings: 2 },
  ]);
  expect(await violations(database)).toEqual([]);
  await expect(database.exec('update postings set amount = 2')).rejects.toThrow('append-only');
  const id = firstIdAt(later);
  await expect(
    database.exec(`insert into postings (journal_id, line, kind, asset, amount)
      values ('${id}', 1, 'adjusted', 'LMT', 1), ('${id}', 2, 'adjusted', 'LMT', -1)`),
  ).rejects.toThrow('not the lines of a journal');
});
