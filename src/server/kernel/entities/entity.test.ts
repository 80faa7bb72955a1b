import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { confirmedBond, pendingSell, runningVault, vestingVault } from '#test/domain/builders';
import { type TestDatabase, freshPglite } from '#test/databases';
import { ask } from '#test/support/store';
import { ARRIVAL } from './arrival.ts';
import { AUDIT_USER } from './audit-user.ts';
import { BOND } from './bond.ts';
import { BOND_CHECK } from './bond-check.ts';
import { DEPOSIT } from './deposit.ts';
import { FEE_QUOTE } from './fee-quote.ts';
import { HOLDING } from './holding.ts';
import { JOB_RUN } from './job-run.ts';
import { LMT_PRICE } from './lmt-price.ts';
import { LOG_LINE } from './log-line.ts';
import { MARKET_PRICE } from './market-price.ts';
import { PAUSE_SWITCH } from './pause-switch.ts';
import { PAYMENT } from './payment.ts';
import { PAYOUT } from './payout.ts';
import { QUOTE } from './quote.ts';
import { SELL } from './sell.ts';
import { SETTING_CHANGE } from './setting-change.ts';
import { TREASURY_POINT } from './treasury-point.ts';
import { VAULT } from './vault.ts';
import { VERIFICATION } from './verification.ts';

/** Every entity's table and columns. */
const ENTITIES: readonly Pick<typeof BOND, 'table' | 'columns'>[] = [
  ARRIVAL,
  AUDIT_USER,
  BOND,
  BOND_CHECK,
  DEPOSIT,
  FEE_QUOTE,
  HOLDING,
  JOB_RUN,
  LMT_PRICE,
  LOG_LINE,
  MARKET_PRICE,
  PAUSE_SWITCH,
  PAYMENT,
  PAYOUT,
  QUOTE,
  SELL,
  SETTING_CHANGE,
  TREASURY_POINT,
  VAULT,
  VERIFICATION,
];
/** Required columns that are written beside an entity. */
const BESIDE = ['audit_users.run_id', 'audit_users.report'];

/** Simulates a database round trip: instants become milliseconds, int8 becomes bigint. */
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

describe('an entity', () => {
  test('round-trips with and without optional fields', () => {
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

  test.each(ENTITIES.map(({ table, columns }) => [table, columns] as const))(
    '%s match its migration',
    async (table, columns) => {
      const rows = await ask<{ name: string; type: string; required: boolean }>(
        opened.database,
        `select a.attname as name, format_type(a.atttypid, null) as type,
           a.attnotnull and not a.atthasdef and a.attidentity = '' as required
         from pg_attribute a
         where a.attrelid = $1::text::regclass and a.attnum > 0 and not a.attisdropped`,
        [table],
      );
      const types = new Map(rows.map(({ name, type }) => [name, type]));
      const long = (type: string): string =>
        type === 'timestamptz' ? 'timestamp with time zone' : type;
      expect(columns.map(([name]) => [name, types.get(name)])).toEqual(
        columns.map(([name, type]) => [name, long(type)]),
      );
      const named = new Set(columns.map(([name]) => name));
      const forgotten = rows.filter(
        ({ name, required }) =>
          required && !named.has(name) && !BESIDE.includes(`${table}.${name}`),
      );
      expect(forgotten).toEqual([]);
    },
  );
});
