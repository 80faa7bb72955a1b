import { expect, test } from 'vitest';
import { type Source, codeUnder, filesUnder, isTest, madeUp, read } from './sources.ts';

/** Files that query a database without a schema, in which no function exists yet. */
const WITHOUT_SCHEMA = [
  'src/server/kernel/db/migrate.ts',
  'src/server/commands/doctor/database.ts',
];
const CLOCKS =
  /(?<![\w.])(now|clock_timestamp|statement_timestamp|transaction_timestamp|timeofday)\(\)|\bcurrent_(timestamp|date|time)\b|\blocaltime(stamp)?\b/gi;
const SQL_TEXT = /`[^`]*`|'[^'\n]*'/g;

/** Places in SQL that ask another clock than `db_now()`, which tests cannot move. */
function otherClocks({ path, text }: Source): string[] {
  const parts = path.endsWith('.sql')
    ? [text.replaceAll(/--.*$/gm, '').replace(/create function db_now\(\)[^;]*;/, '')]
    : [...text.matchAll(SQL_TEXT)]
        .map(([part]) => part)
        .filter((part) => /\b(select|insert|update|delete|default)\b/i.test(part));
  return parts.flatMap((part) => [...part.matchAll(CLOCKS)].map(([clock]) => `${path} ${clock}`));
}

test('all SQL asks one clock: db_now()', () => {
  const code = codeUnder('src').filter(
    ({ path }) => !isTest(path) && !WITHOUT_SCHEMA.includes(path),
  );
  expect([...code, ...filesUnder('migrations').map(read)].flatMap(otherClocks)).toEqual([]);
});

test.each([
  ['src/server/a.ts', "statement('a', 'select now() as now')", 1],
  ['src/server/a.ts', 'statement("a", `select 1\n where clock_timestamp() > at`)', 1],
  ['src/server/a.ts', '`delete from x where day < current_date`', 1],
  ['src/server/a.ts', '`select db_now(), protocol_now()`', 0],
  ['src/server/a.ts', 'const select = `at ${time.now()}`', 0],
  ['src/server/a.ts', 'const at = Date.now();', 0],
  ['migrations/0044-x.sql', 'create table x (at timestamptz default now());', 1],
  ['migrations/0044-x.sql', '-- not now()\nselect db_now();', 0],
])('the checker on %s: %s', (path, text, found) => {
  expect(otherClocks(madeUp(path, text))).toHaveLength(found);
});
