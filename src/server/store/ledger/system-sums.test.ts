import { afterEach, beforeEach, expect, test } from 'vitest';
import { type TestDatabase, onOneDatabase } from '#test/databases';
import { ask, issuePlan, newUser, paidBond, waitsForLock, systemSum } from '#test/support/store';
import { type Database, only } from '../db/database.ts';
import { violations } from './invariants.ts';
import { rollUp } from './system-sums.ts';
import { writePlan } from '../write/write-plans.ts';

onOneDatabase('sums of system accounts', (fresh, kind) => {
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

  /** The sum as the postings say it, with no short cut. */
  async function plain(): Promise<bigint> {
    const rows = await ask<{ amount: string }>(
      database,
      `select coalesce(sum(amount), 0)::text as amount from postings
       where kind = 'issuance' and asset = 'LMT'`,
    );
    return BigInt(only(rows).amount);
  }
  const kept = (): Promise<bigint> => systemSum(database, 'issuance', 'LMT');

  test('are 0 where nothing stands', async () => {
    expect(await kept()).toBe(0n);
    await rollUp(database);
    expect(await kept()).toBe(0n);
  });

  test('say the same before, between and after any number of roll-ups', async () => {
    const userId = await newUser(database);
    let version = 0n;
    for (const units of [5n, 9_007_199_254_740_993n, 1n]) {
      await writePlan(database, issuePlan(userId, version, units));
      version += 1n;
      expect(await kept()).toBe(await plain());
      await rollUp(database);
      await rollUp(database);
      expect(await kept()).toBe(await plain());
    }
    expect(await kept()).toBe(-9_007_199_254_740_999n);
  });

  test('hold more than 64 bits', async () => {
    for (let i = 0; i < 3; i += 1) {
      const userId = await newUser(database);
      await writePlan(database, issuePlan(userId, 0n, 2n ** 62n));
    }
    expect(await kept()).toBe(-3n * 2n ** 62n);
    await rollUp(database);
    expect(await kept()).toBe(-3n * 2n ** 62n);
  });

  test('keep kinds and assets apart', async () => {
    const userId = await newUser(database);
    const { bond, plan } = paidBond(userId, 0n);
    await writePlan(database, plan);
    const all = () =>
      Promise.all([
        systemSum(database, 'treasury', 'SOL'),
        systemSum(database, 'bonded', 'SOL'),
        systemSum(database, 'bonded', 'USDC'),
        kept(),
      ]);
    const expected = [-bond.amount, bond.amount, 0n, -bond.lmtAmount];
    expect(await all()).toEqual(expected);
    await rollUp(database);
    expect(await all()).toEqual(expected);
  });

  test('of many roll-ups and writes at once lose nothing and count nothing twice', async () => {
    const userIds = await Promise.all(Array.from({ length: 10 }, () => newUser(database)));
    const write = async (userId: string): Promise<void> => {
      for (let version = 0n; version < 5n; version += 1n) {
        await writePlan(database, issuePlan(userId, version, 3n));
      }
    };
    const roll = async (): Promise<void> => {
      for (let i = 0; i < 5; i += 1) await rollUp(database);
    };
    await Promise.all([...userIds.map(write), roll(), roll(), roll()]);
    expect([await plain(), await kept()]).toEqual([-150n, -150n]);
    await rollUp(database);
    expect(await kept()).toBe(-150n);
  });

  test.runIf(kind === 'postgres')(
    'an entry of a transaction that is open over a roll-up, and ends after it, is not lost',
    async () => {
      const [early, late] = [await newUser(database), await newUser(database)];
      await database.transaction(async (open) => {
        await writePlan(open, issuePlan(early, 0n, 7n));
        await writePlan(database, issuePlan(late, 0n, 100n));
        await rollUp(database);
        expect(await kept()).toBe(-100n);
      });
      expect(await kept()).toBe(-107n);
      await rollUp(database);
      expect([await kept(), await plain()]).toEqual([-107n, -107n]);
    },
  );

  test.runIf(kind === 'postgres')('an entry that is rolled back never counts', async () => {
    const userId = await newUser(database);
    const undone = database.transaction(async (open) => {
      await writePlan(open, issuePlan(userId, 0n, 7n));
      await rollUp(database);
      throw new Error('undo');
    });
    await expect(undone).rejects.toThrow('undo');
    await rollUp(database);
    expect(await kept()).toBe(0n);
  });

  test.runIf(kind === 'postgres')(
    'a roll-up that waited for another never takes the horizon back',
    async () => {
      const userId = await newUser(database);
      const horizon = async (): Promise<bigint> =>
        BigInt(
          only(await ask<{ xid: string }>(database, 'select xid::text from system_horizon')).xid,
        );
      let waiting: Promise<void> = Promise.resolve();
      // Holds the row while the next one comes, and meanwhile moves the horizon beyond its snapshot.
      await database.transaction(async (first) => {
        await first.exec('select from system_horizon for update');
        waiting = rollUp(database);
        await waitsForLock(database);
        await writePlan(database, issuePlan(userId, 0n, 7n));
        await first.exec(`update system_horizon set xid = (select max(xid) from journals)`);
      });
      const before = await horizon();
      await waiting;
      expect(await horizon()).toBeGreaterThanOrEqual(before);
      expect(await kept()).toBe(await plain());
    },
  );
});
