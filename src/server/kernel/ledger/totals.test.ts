import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestDatabase, onOneDatabase } from '#test/databases';
import { ask, issuePlan, newUser } from '#test/support/store';
import { type Database, type Session, only } from '../db/database.ts';
import { lock } from '../db/locks.ts';
import { openPostgres } from '../db/postgres.ts';
import { writePlan, writePlans } from '../write/write-plans.ts';
import { violations } from './invariants.ts';
import { readIssued, readTotals } from './totals.ts';

onOneDatabase('totals', (fresh, kind) => {
  let opened: TestDatabase;
  let database: Database;
  beforeAll(async () => {
    opened = await fresh();
    ({ database } = opened);
  });
  afterAll(async () => {
    expect(await violations(database)).toEqual([]);
    await opened.close();
  });

  const stripes = async (): Promise<number[]> => {
    const found = `select distinct stripe from totals where kind = 'unstaked' order by stripe`;
    const rows = await ask<{ stripe: number }>(database, found);
    return rows.map(({ stripe }) => stripe);
  };

  test('add up the postings of all plans of a batch', async () => {
    const users = [await newUser(database), await newUser(database)];
    await writePlans(database, [
      issuePlan(users[0]!, 0n, { units: 5n }),
      issuePlan(users[1]!, 0n, { units: 7n }),
    ]);
    const totals = await readTotals(database);
    expect(totals).toContainEqual({ kind: 'unstaked', asset: 'LMT', amount: 12n });
    expect(totals).toContainEqual({ kind: 'issuance', asset: 'LMT', amount: -12n });
    expect(await readIssued(database)).toBe(12n);
    expect(await stripes()).toEqual([1]);
  });

  test('leave out a plan that has lost its race', async () => {
    const userId = await newUser(database);
    const before = await readTotals(database);
    expect(await writePlan(database, issuePlan(userId, 3n))).toBe(false);
    expect(await readTotals(database)).toEqual(before);
  });

  describe.skipIf(kind !== 'postgres')('of two nodes', () => {
    let other: Database;
    beforeAll(() => {
      other = openPostgres(opened.url!, { connections: 2 });
    });
    afterAll(() => other.close());

    test('are written concurrently, so that a stalled node does not block another', async () => {
      const users = [await newUser(database), await newUser(database)];
      const before = await readIssued(database);
      await database.transaction(async (stopped) => {
        expect(await writePlan(stopped, issuePlan(users[0]!, 0n, { units: 5n }))).toBe(true);
        expect(await writePlan(other, issuePlan(users[1]!, 0n, { units: 7n }))).toBe(true);
        expect(await readIssued(other)).toBe(before + 7n);
      });
      expect(await readIssued(other)).toBe(before + 12n);
      expect(await stripes()).toEqual([1, 2]);
    });

    test('lose no write to a stripe that was taken between snapshot and write', async () => {
      const users = await Promise.all(Array.from({ length: 24 }, () => newUser(database)));
      const before = await readIssued(database);
      await Promise.all(
        users.map((id, i) => writePlan(i % 2 === 0 ? database : other, issuePlan(id, 0n))),
      );
      expect(await readIssued(database)).toBe(before + 24n);
    });

    test('are exact under the supply lock, even if a node stalls between lock and sum', async () => {
      const users = [await newUser(database), await newUser(database)];
      const before = await readIssued(database);
      /** Issues a unit under the lock; `between` runs after the lock was taken and before the sum is read. */
      const issueOne = async (of: Database, id: string, between: () => Promise<void>) =>
        of.transaction(async (session: Session) => {
          await lock(session, 'supply');
          await between();
          const sum = await readIssued(session);
          await writePlan(session, issuePlan(id, 0n));
          return sum;
        });
      let second: Promise<bigint> | undefined;
      const first = await issueOne(database, users[0]!, async () => {
        second = issueOne(other, users[1]!, async () => {});
        await expect
          .poll(async () =>
            only(
              await ask<{ waiting: bigint }>(
                database,
                `select count(*) as waiting from pg_locks where locktype = 'advisory' and not granted`,
              ),
            ),
          )
          .toEqual({ waiting: 1n });
      });
      expect([first, await second]).toEqual([before, before + 1n]);
    });
  });
});
