import { afterEach, beforeEach, expect, test } from 'vitest';
import { day } from '#test/domain/builders';
import { type TestDatabase, onOneDatabase } from '#test/databases';
import {
  ask,
  behindTriggers,
  issuePlan,
  newUser,
  paidBond,
  systemSum,
  waitsForLock,
} from '#test/support/store';
import { type Database, only } from '../db/database.ts';
import { violations } from './invariants.ts';
import { readIssued, readLedgerSums } from './ledger-sums.ts';
import { recountRestored, rollUp } from './roll-up.ts';
import { writePlan } from '../write/write-plans.ts';

/** Rows of the ledger that the transaction has looked at so far. */
const LOOKED = `select coalesce(sum(seq_tup_read + idx_tup_fetch), 0)::bigint as tuples
  from pg_stat_xact_user_tables where relname ~ '^(journals|postings)'`;

/** Uses up three hundred transaction ids. */
const BURN = `do $$ begin
  for i in 1..300 loop
    begin
      update protocol set terms_version = terms_version;
    exception when others then raise;
    end;
  end loop;
end $$`;

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
      await writePlan(database, issuePlan(userId, version, { units }));
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
      await writePlan(database, issuePlan(userId, 0n, { units: 2n ** 62n }));
    }
    expect(await kept()).toBe(-3n * 2n ** 62n);
    await rollUp(database);
    expect(await kept()).toBe(-3n * 2n ** 62n);
  });

  test('are read without going over what is folded into them already', async () => {
    const userId = await newUser(database);
    for (let version = 0n; version < 50n; version += 1n) {
      const plan = issuePlan(userId, version);
      const journals = Array.from({ length: 40 }, () => plan.journals[0]!);
      await writePlan(database, { ...plan, journals });
    }
    await rollUp(database);
    await writePlan(database, issuePlan(userId, 50n));
    await database.exec('analyze');
    const looked = await database.transaction(async (session) => {
      const before = only(await ask<{ tuples: bigint }>(session, LOOKED)).tuples;
      await readLedgerSums(session);
      await readIssued(session);
      return only(await ask<{ tuples: bigint }>(session, LOOKED)).tuples - before;
    });
    // What other tests have under way on the same server holds the horizon back.
    const above = await ask<{ count: number }>(
      database,
      `select count(*)::integer as count from journals where xid >= (select xid from ledger_horizon)`,
    );
    expect(Number(looked)).toBeLessThanOrEqual(10 * only(above).count + 10);
    expect(await kept()).toBe(-2_001n);
  });

  test('are right after a dump was restored on a server whose transactions begin anew', async () => {
    const userId = await newUser(database);
    await writePlan(database, issuePlan(userId, 0n, { units: 7n }));
    // As a dump leaves it: ids of transactions that this server reaches later.
    const later = `(pg_current_xact_id()::text::bigint + 200)::text::xid8`;
    await behindTriggers(
      database,
      `update journals set xid = ${later}; update ledger_horizon set xid = ${later}`,
    );
    expect(await recountRestored(database)).toBe(true);
    expect(await recountRestored(database)).toBe(false);
    expect(await kept()).toBe(-7n);
    await writePlan(database, issuePlan(userId, 1n, { units: 5n, now: day(1) }));
    expect(await kept()).toBe(-12n);
    await rollUp(database);
    expect(await kept()).toBe(-12n);
    // The server comes that far: what was restored is not counted again.
    await database.exec(BURN);
    await writePlan(database, issuePlan(userId, 2n, { now: day(2) }));
    expect(await kept()).toBe(-13n);
    await rollUp(database);
    expect(await kept()).toBe(-13n);
    await database.exec('select recount_ledger()');
    expect(await kept()).toBe(-13n);
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
        await writePlan(database, issuePlan(userId, version, { units: 3n }));
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
        await writePlan(open, issuePlan(early, 0n, { units: 7n }));
        await writePlan(database, issuePlan(late, 0n, { units: 100n }));
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
      await writePlan(open, issuePlan(userId, 0n, { units: 7n }));
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
          only(await ask<{ xid: string }>(database, 'select xid::text from ledger_horizon')).xid,
        );
      let waiting: Promise<void> = Promise.resolve();
      // Holds the row while the next one comes, and meanwhile moves the horizon beyond its snapshot.
      await database.transaction(async (first) => {
        await first.exec('select from ledger_horizon for update');
        waiting = rollUp(database);
        await waitsForLock(database);
        await writePlan(database, issuePlan(userId, 0n, { units: 7n }));
        await first.exec(`update ledger_horizon set xid = (select max(xid) from journals)`);
      });
      const before = await horizon();
      await waiting;
      expect(await horizon()).toBeGreaterThanOrEqual(before);
      expect(await kept()).toBe(await plain());
    },
  );
});
