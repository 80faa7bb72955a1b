import { describe, expect, test } from 'vitest';
import { instant, iso } from '#domain/base/time';
import { databaseForTests, onEachDatabase } from '#test/databases';
import { ask } from '#test/support/store';
import { type Database, arrayOf, only, parseTimestamp } from './database.ts';
import { newId } from './ids.ts';
import { isUnavailable } from '../base/unavailable.ts';
import { advanceClock, readClock } from '../terms/protocol-clock.ts';

describe('timestamps', () => {
  test.each([
    ['2026-01-31 12:00:00+00', '2026-01-31T12:00:00.000Z'],
    ['2026-01-31 12:00:00.5+00', '2026-01-31T12:00:00.500Z'],
    ['2026-01-31 12:00:00.05+00', '2026-01-31T12:00:00.050Z'],
    ['2026-01-31 12:00:00.005+00', '2026-01-31T12:00:00.005Z'],
    ['2024-02-29 23:59:59.999+00', '2024-02-29T23:59:59.999Z'],
    ['2026-01-31 12:00:00.123456+00', '2026-01-31T12:00:00.123Z'],
    ['0099-12-31 12:00:00+00', '0099-12-31T12:00:00.000Z'],
  ])('%s is parsed as %s', (text, expected) => {
    expect(iso(instant(parseTimestamp(text)))).toBe(expected);
  });
});

describe('ids', () => {
  test('are UUIDv7, sorted by millisecond, with a random end', () => {
    const ids = Array.from({ length: 200 }, (_, i) => newId(instant(1_767_614_400_000 + i)));
    expect(
      ids.every((id) =>
        /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/.test(id),
      ),
    ).toBe(true);
    expect(ids.toSorted()).toEqual(ids);
    expect(new Set(ids.map((id) => id.slice(-6))).size).toBeGreaterThan(190);
    expect(ids[0]?.slice(0, 13)).toBe('019b8e07-4600');
  });
});

onEachDatabase('a database', (fresh, kind) => {
  let database: Database;
  databaseForTests(fresh, (made) => (database = made));

  test.each([9_007_199_254_740_993n, -9_007_199_254_740_993n, 2n ** 63n - 1n, -(2n ** 63n), 0n])(
    'round-trips the bigint %d',
    async (amount) => {
      expect(await ask(database, 'select $1::bigint as amount', [amount])).toEqual([{ amount }]);
      const listed = await ask(
        database,
        'select amount from unnest($1::text::bigint[]) as a(amount)',
        [arrayOf([amount, null])],
      );
      expect(listed).toEqual([{ amount }, { amount: null }]);
    },
  );

  test.each(['2026-01-31T12:00:00.001Z', '2026-12-31T23:59:59.999Z', '2000-02-29T00:00:00.000Z'])(
    'round-trips the instant %s to the millisecond',
    async (text) => {
      expect(await ask(database, 'select $1::timestamptz(3) as at', [text])).toEqual([
        { at: Date.parse(text) },
      ]);
    },
  );

  test.each([[['plain', '', ' ', 'NULL', null, 'a"b', 'a\\b', '{,}', "it's", 'ü\n\t']]])(
    'round-trips an array of texts with special characters',
    async (texts) => {
      const rows = await ask<{ text: string | null }>(
        database,
        'select t.text from unnest($1::text::text[]) with ordinality as t(text, n) order by n',
        [arrayOf(texts)],
      );
      expect(rows.map(({ text }) => text)).toEqual(texts);
    },
  );

  test('rolls back a transaction that throws, and stays usable', async () => {
    await database.exec('create table scratch (n integer)');
    const failing = database.transaction(async (session) => {
      await session.exec('insert into scratch values (1)');
      throw new Error('undo');
    });
    await expect(failing).rejects.toThrow('undo');
    const refused = database.transaction((session) =>
      session.exec('insert into nowhere values (1)'),
    );
    await expect(refused).rejects.toThrow('nowhere');
    await database.transaction((session) => session.exec('insert into scratch values (2)'));
    expect(await ask(database, 'select n from scratch')).toEqual([{ n: 2 }]);
  });

  test.runIf(kind === 'pglite')(
    'refuses the outer session inside a transaction, because it would deadlock',
    async () => {
      const asked = database.transaction(() => ask(database, 'select 1 as one'));
      await expect(asked).rejects.toThrow('ask the session that it hands out');
    },
  );

  test('returns protocol time in UTC: the wall clock plus the offset', async () => {
    const before = await readClock(database);
    expect(Math.abs(before - Date.now())).toBeLessThan(5_000);
    const moved = await advanceClock(database, 604_800_000);
    expect(moved - before).toBeGreaterThanOrEqual(604_800_000);
    expect((await readClock(database)) - moved).toBeLessThan(5_000);
    await expect(advanceClock(database, -604_800_001)).rejects.toThrow('clock_offset_ms');
    expect(await readClock(database)).toBeGreaterThanOrEqual(moved);
  });

  test('is reported unavailable after it was closed, not after a wrong statement', async () => {
    const other = await fresh();
    const wrong = await ask(other.database, 'select nothing from nowhere').catch((e: unknown) => e);
    expect(isUnavailable(wrong as Error)).toBe(false);
    await other.close();
    const asked = ask(other.database, 'select 1 as one');
    const error = await asked.then(only, (e: unknown) => e);
    expect(error).toBeInstanceOf(Error);
    expect(isUnavailable(error as Error)).toBe(true);
  });
});
