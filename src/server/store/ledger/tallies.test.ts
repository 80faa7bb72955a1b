import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { HOUR_MS, type Instant, MINUTE_MS, after } from '#domain/base/time';
import { BONDING_LOCK_MS } from '#domain/terms/terms';
import { T0, vestingVault } from '#test/domain/builders';
import { type TestDatabase, onOneDatabase } from '#test/databases';
import { ask, newUser, paidBond } from '#test/support/store';
import { readCounts } from '../admin/admin-stats.ts';
import type { Database } from '../db/database.ts';
import { newId } from '../db/ids.ts';
import { readClock } from '../terms/protocol-clock.ts';
import { writePlan } from '../write/write-plans.ts';
import { violations } from './invariants.ts';
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

  describe('of bonds in their lock', () => {
    const locked = async (): Promise<bigint> => (await counts())['locked bonds'] ?? 0n;
    /** A bond that was confirmed so long ago. */
    const confirmed = async (agoMs: number): Promise<string> => {
      const now = after(await readClock(database), -agoMs);
      const { plan, bond } = paidBond(await newUser(database), 0n, now);
      await writePlan(database, plan);
      return bond.id;
    };
    const become = async (id: string, set: string): Promise<void> => {
      await ask(database, `update bonds set ${set} where id = $1`, [id]);
    };

    test.each([
      `status = 'failed'`,
      `status = 'completed'`,
      'deleted_at = now()',
      `starts_at = starts_at - interval '1 day'`,
    ])('follow one that becomes %s within it', async (set) => {
      const id = await confirmed(BONDING_LOCK_MS - MINUTE_MS);
      const now = await readClock(database);
      const active = async () => (await readCounts(database, now, now)).activeBonds;
      expect([await locked(), await active()]).toEqual([1n, 1]);
      await become(id, set);
      expect(await active()).toBe(0);
      const wrong = (await violations(database)).map(({ invariant }) => invariant);
      expect(wrong).not.toContain('the kept counts are those of what they count');
    });

    test('count one that comes back', async () => {
      const id = await confirmed(HOUR_MS);
      await become(id, 'deleted_at = now()');
      await become(id, 'deleted_at = null');
      expect(await locked()).toBe(1n);
    });

    test('end with the lock, to the millisecond', async () => {
      await confirmed(0);
      const now = await readClock(database);
      const [row] = await ask<{ at: Instant }>(database, 'select starts_at as at from bonds');
      const at = async (ms: number): Promise<number> =>
        (await readCounts(database, now, after(row!.at, ms))).activeBonds;
      expect([await at(BONDING_LOCK_MS - 1), await at(BONDING_LOCK_MS)]).toEqual([1, 0]);
    });
  });

  test('count those who joined since any minute, and have not left', async () => {
    const since = after(T0, 30 * MINUTE_MS);
    for (const [minutes, hasLeft] of [
      [29, false],
      [30, false],
      [31, true],
      [90, false],
      [91, true],
      [200, false],
    ] as const) {
      const userId = await newUser(database, after(T0, minutes * MINUTE_MS));
      if (hasLeft)
        await ask(database, 'update users set deleted_at = now() where id = $1', [userId]);
    }
    expect((await readCounts(database, since, since)).newUsers).toBe(3);
  });
});
