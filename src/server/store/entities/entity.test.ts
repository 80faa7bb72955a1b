import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { confirmedBond, pendingSell, runningVault, vestingVault } from '#test/domain/builders';
import { type TestDatabase, freshPglite } from '#test/databases';
import { ask } from '#test/support/store';
import { BOND } from './bond.ts';
import { DEPOSIT } from './deposit.ts';
import { PAYMENT } from './payment.ts';
import { PAYOUT } from './payout.ts';
import { SELL } from './sell.ts';
import { VAULT } from './vault.ts';

/** What the database gives back for what was written to it: instants as milliseconds, int8 as bigint. */
function stored<E>(
  { columns, values }: { columns: typeof BOND.columns; values: (entity: E) => unknown[] },
  entity: E,
): Record<string, unknown> {
  const row = values(entity);
  const back = (type: string, value: unknown): unknown => {
    if (type === 'timestamptz' && typeof value === 'string') return Date.parse(value);
    return type === 'bigint' && typeof value === 'number' ? BigInt(value) : value;
  };
  return Object.fromEntries(columns.map(([name, type], i) => [name, back(type, row[i])]));
}

describe('an entity that is written and read', () => {
  test('is the same, with and without what may be missing', () => {
    for (const bond of [confirmedBond(), confirmedBond({ startsAt: null, slot: null })]) {
      expect(BOND.read(stored(BOND, bond))).toEqual(bond);
    }
    for (const vault of [vestingVault(), runningVault()]) {
      expect(VAULT.read(stored(VAULT, vault))).toEqual(vault);
    }
    const sell = pendingSell();
    const first = { ...sell, periodBefore: { ...sell.periodBefore, startedAt: null } };
    for (const one of [sell, first]) expect(SELL.read(stored(SELL, one))).toEqual(one);
  });
});

describe('the columns of', () => {
  let opened: TestDatabase;
  beforeAll(async () => {
    opened = await freshPglite();
  });
  afterAll(() => opened.close());

  test.each([BOND, VAULT, SELL, PAYOUT, PAYMENT, DEPOSIT].map((entity) => [entity.table, entity]))(
    '%s are those of its migration',
    async (table, entity) => {
      const rows = await ask<{ name: string; type: string; required: boolean }>(
        opened.database,
        `select a.attname as name, format_type(a.atttypid, null) as type,
           a.attnotnull and not a.atthasdef as required
         from pg_attribute a
         where a.attrelid = $1::text::regclass and a.attnum > 0 and not a.attisdropped`,
        [table],
      );
      const types = new Map(rows.map(({ name, type }) => [name, type]));
      const long = (type: string): string =>
        type === 'timestamptz' ? 'timestamp with time zone' : type;
      const { columns } = entity as typeof BOND;
      expect(columns.map(([name]) => [name, types.get(name)])).toEqual(
        columns.map(([name, type]) => [name, long(type)]),
      );
      const named = new Set(columns.map(([name]) => name));
      const forgotten = rows.filter(({ name, required }) => required && !named.has(name));
      expect(forgotten).toEqual([]);
    },
  );
});
