import { afterEach, beforeEach, expect, test } from 'vitest';
import { T0, vestingVault } from '#test/domain/builders';
import { type TestDatabase, onOneDatabase } from '#test/databases';
import { ask, newUser, paidBond } from '#test/support/store';
import type { Database } from '../db/database.ts';
import { newId } from '../db/ids.ts';
import { writePlan } from '../write/write-plans.ts';
import { TALLIES } from './ledger-sums.ts';

onOneDatabase('kept counts', (fresh) => {
  let opened: TestDatabase;
  let database: Database;
  beforeEach(async () => {
    opened = await fresh();
    ({ database } = opened);
  });
  afterEach(() => opened.close());

  const changes = (): Promise<{ name: string; amount: bigint }[]> =>
    ask(database, 'delete from tally_changes returning name, amount');
  const counts = async (): Promise<Record<string, bigint>> => {
    const rows = await ask<{ name: string; amount: bigint }>(
      database,
      `select name, sum(amount)::bigint as amount from ${TALLIES} t where name not in ('joined', 'left') group by name`,
    );
    return Object.fromEntries(
      rows.filter((row) => row.amount !== 0n).map((row) => [row.name, row.amount]),
    );
  };

  test('follow a vault through everything that changes them', async () => {
    const userId = await newUser(database);
    const vault = { ...vestingVault(), id: newId(T0), userId };
    const plan = { userId, version: 0n, now: T0, journals: [], items: [] };
    expect(await writePlan(database, { ...plan, vaults: [{ vault, dueAt: null }] })).toBe(true);
    const become = async (set: string): Promise<Record<string, bigint>> => {
      await ask(database, `update vaults set ${set} where id = $1`, [vault.id]);
      return counts();
    };
    expect(await counts()).toEqual({ vaults: 1n, stakes: 1n });
    const cycle = `cycle_starts_at = now(), cycle_ends_at = now(), cycle_apy = 1`;
    expect(await become(`status = 'active', ${cycle}`)).toEqual({
      vaults: 1n,
      stakes: 1n,
      'active stakes': 1n,
    });
    expect(await become('deleted_at = now()')).toEqual({});
    expect(await become('deleted_at = null, voided = true')).toEqual({ vaults: 1n });
    expect(await become(`voided = false, status = 'completed', completed_at = now()`)).toEqual({
      vaults: 1n,
      stakes: 1n,
    });
  });

  test('hear nothing of a vault or bond whose counts stay', async () => {
    const userId = await newUser(database);
    const { plan, bond } = paidBond(userId, 0n);
    await writePlan(database, plan);
    const vault = { ...vestingVault(), id: newId(T0), userId };
    const later = { userId, version: 1n, now: T0, journals: [], items: [] };
    await writePlan(database, { ...later, vaults: [{ vault, dueAt: null }] });
    expect((await counts())['bonds']).toBe(1n);
    await changes();
    await writePlan(database, {
      ...later,
      version: 2n,
      bonds: [{ ...bond, status: 'completed' }],
      vaults: [{ vault: { ...vault, cycleNumber: 2 }, dueAt: T0 }],
    });
    expect(await changes()).toEqual([]);
  });
});
