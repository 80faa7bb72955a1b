import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type Instant, instant, iso } from '#domain/base/time';
import type { Vault } from '#domain/vaults/vault';
import { runningVault } from '#test/domain/builders';
import { type TestDatabase, onOneDatabase } from '#test/databases';
import { ask, issued, newUser, unstaked, untilWaiting, versionOf } from '#test/support/store';
import type { Database, Session } from '../db/database.ts';
import { newId } from '../db/ids.ts';
import { readHeadShared } from '../terms/protocol-head.ts';
import { RulesCache } from '../terms/terms.ts';
import { dueVaultsOf, lockDueUsers, postponeVault } from '../../vaults/vault-queries.ts';
import { Writer } from './commit.ts';
import type { DueWork } from './due-writes.ts';
import { lockRows } from './row-locks.ts';
import { writePlan } from './write-plans.ts';
import { RIGHT_CLOCK } from '#test/support/clock-watch-stubs';

/** Long before the tests' clock. */
const PAST = instant(Date.UTC(2001, 0));
const LATER = instant(Date.UTC(2101, 0));

onOneDatabase('due work', (fresh, kind) => {
  let opened: TestDatabase;
  let database: Database;
  let writer: Writer;
  let parked: unknown[];
  beforeAll(async () => {
    opened = await fresh();
    ({ database } = opened);
    writer = new Writer(database, new RulesCache(database), RIGHT_CLOCK);
  });
  beforeEach(() => {
    parked = [];
  });
  afterAll(() => opened.close());

  /** Adds a user with vaults due at these instants. */
  const dueUser = async (...dueAt: readonly Instant[]): Promise<string> => {
    const userId = await newUser(database, instant(Date.now()));
    const vaults = dueAt.map((at) => ({
      vault: runningVault({ id: newId(PAST), userId, feeSignature: null }),
      dueAt: at,
    }));
    const version = await versionOf(database, userId);
    const now = instant(Date.now());
    await writePlan(database, { userId, version, now, journals: [], items: [], vaults });
    return userId;
  };
  /** Issues a unit for each due vault, which is then no longer due. */
  const work: DueWork<Vault> = {
    lock: lockDueUsers,
    read: dueVaultsOf,
    decide: (due, _, now) => [
      {
        journals: due.map(({ userId }) => issued(userId, 1n, now)),
        items: [],
        vaults: due.map((vault) => ({ vault, dueAt: null })),
      },
    ],
    postpone: postponeVault,
    onFailed: ({ userId }, error, isParked) =>
      parked.push([userId, (error as Error).message, isParked]),
  };
  const untilNothing = async (due: DueWork<Vault>): Promise<number> => {
    let done = 0;
    for (let users = 1; users > 0; done += users) users = await writer.commitDueWork(due);
    return done;
  };

  test('is done once per vault, with one write per user', async () => {
    const users = [await dueUser(PAST, PAST), await dueUser(PAST), await dueUser(LATER)];
    const before = await Promise.all(users.map((id) => versionOf(database, id)));
    expect(await untilNothing(work)).toBe(2);
    expect(await writer.commitDueWork(work)).toBe(0);
    expect(await Promise.all(users.map((id) => unstaked(database, id)))).toEqual([2n, 1n, 0n]);
    const after = await Promise.all(users.map((id) => versionOf(database, id)));
    expect(after.map((version, i) => version - before[i]!)).toEqual([1n, 1n, 0n]);
  });

  test('parks vaults that cannot be decided or written, and does the rest', async () => {
    const [fine, undecided, unwritten] = [
      await dueUser(PAST),
      await dueUser(PAST),
      await dueUser(PAST),
    ];
    const failing: DueWork<Vault> = {
      ...work,
      decide(due, inForce, now) {
        const owner = due[0]?.userId;
        if (owner === undecided) throw new Error('cannot be decided');
        const [changes] = work.decide(due, inForce, now);
        const vaults = due.map((vault) => ({
          vault: { ...vault, cycleNumber: 2 ** 40 },
          dueAt: null,
        }));
        return [{ ...changes!, ...(owner === unwritten ? { vaults } : {}) }];
      },
    };
    expect(await untilNothing(failing)).toBe(3);
    expect(parked).toEqual([
      [undecided, 'cannot be decided', false],
      [unwritten, expect.stringContaining('integer'), false],
    ]);
    const given = [fine, undecided, unwritten].map((id) => unstaked(database, id));
    expect(await Promise.all(given)).toEqual([1n, 0n, 0n]);
    const later = await ask<{ user_id: string }>(
      database,
      'select user_id from vaults where failures = 1 and parked_at is null and due_at > protocol_now()',
    );
    expect(later.map(({ user_id }) => user_id).sort()).toEqual([undecided, unwritten].sort());
    // After four more failures they are parked. A vault that can be decided again recovers immediately.
    for (let i = 0; i < 4; i += 1) {
      await ask(database, 'update vaults set due_at = $1 where failures > 0', [iso(PAST)]);
      await untilNothing(failing);
    }
    const aside = await ask<{ user_id: string }>(
      database,
      'select user_id from vaults where due_at is null and parked_at is not null',
    );
    expect(aside.map(({ user_id }) => user_id).sort()).toEqual([undecided, unwritten].sort());
    expect(parked.slice(-2)).toMatchObject([{ 2: true }, { 2: true }]);
    await ask(database, 'update vaults set due_at = $1 where failures > 0', [iso(PAST)]);
    expect(await untilNothing(work)).toBe(2);
    const still = 'select from vaults where failures > 0 or parked_at is not null';
    expect(await ask(database, still)).toEqual([]);
  });

  test('of one vault may fail without delaying others of its user', async () => {
    const userId = await dueUser(PAST, PAST);
    let bad: string | undefined;
    const failing: DueWork<Vault> = {
      ...work,
      decide(due, inForce, now) {
        bad ??= due[0]?.id;
        if (due.some(({ id }) => id === bad)) throw new Error('cannot be decided');
        return due.length === 0 ? [] : work.decide(due, inForce, now);
      },
    };
    await untilNothing(failing);
    expect(await unstaked(database, userId)).toBe(1n);
    expect(parked).toEqual([[userId, 'cannot be decided', false]]);
    await ask(database, 'update vaults set due_at = $1 where failures > 0', [iso(PAST)]);
    await untilNothing(work);
  });

  test.each([
    ['connection lost', '08006'],
    ['deadlock detected', '40P01'],
  ])('is rolled back and not counted as failed after a transient error: %s', async (why, code) => {
    const userId = await dueUser(PAST);
    const lost = Object.assign(new Error(why), { code });
    const failing: DueWork<Vault> = {
      ...work,
      decide() {
        throw lost;
      },
    };
    await expect(writer.commitDueWork(failing)).rejects.toThrow(why);
    expect(parked).toEqual([]);
    // The server releases the lock after it notices the closed connection.
    await vi.waitFor(async () => expect(await untilNothing(work)).toBe(1), 20_000);
    expect(await unstaked(database, userId)).toBe(1n);
  });

  test('without a user leaves versions unchanged', async () => {
    const userId = await dueUser(PAST);
    const before = await versionOf(database, userId);
    const reviewing: DueWork<Vault> = {
      ...work,
      decide: (due) => [
        {
          noUser: true,
          journals: [],
          items: [],
          vaultReviews: due.map(({ id }) => ({ id, at: LATER })),
        },
      ],
    };
    expect(await untilNothing(reviewing)).toBe(1);
    expect(await versionOf(database, userId)).toBe(before);
    const [row] = await ask<{ due_at: Instant }>(
      database,
      'select due_at from vaults where user_id = $1',
      [userId],
    );
    expect(row).toEqual({ due_at: LATER });
  });

  test('rethrows a failure that concerns no user', async () => {
    const broken = { ...work, lock: () => Promise.reject(new Error('no connection')) };
    await expect(writer.commitDueWork(broken)).rejects.toThrow('no connection');
  });

  test.runIf(kind === 'postgres')(
    'is written before the terms change it was decided on',
    async () => {
      await dueUser(PAST);
      const order: string[] = [];
      let changing: Promise<unknown> | undefined;
      const read: typeof work.read = async (...asked) => {
        changing = database.transaction(async (session) => {
          await lockRows(session, { terms: true });
          order.push('the terms change');
        });
        await untilWaiting(database);
        order.push('decided');
        return work.read(...asked);
      };
      expect(await writer.commitDueWork({ ...work, read })).toBe(1);
      await changing;
      expect(order).toEqual(['decided', 'the terms change']);
    },
  );

  test.runIf(kind === 'postgres')('queues behind a waiting change of the terms', async () => {
    const order: string[] = [];
    const others: Promise<unknown>[] = [];
    const begin = (work: (session: Session) => Promise<unknown>, what: string) => {
      const begun = database.transaction(async (session) => {
        await work(session);
        order.push(what);
      });
      others.push(begun);
      return begun;
    };
    await database.transaction(async (first) => {
      await readHeadShared(first);
      void begin((session) => lockRows(session, { terms: true }), 'the terms change');
      await untilWaiting(database);
      const next = begin(readHeadShared, 'the next work');
      await Promise.race([next, untilWaiting(database, 2)]);
    });
    await Promise.all(others);
    expect(order).toEqual(['the terms change', 'the next work']);
  });

  test.runIf(kind === 'postgres')(
    'is shared by several nodes, which skip each other’s locked users',
    async () => {
      const users = [await dueUser(PAST, PAST), await dueUser(PAST), await dueUser(PAST)];
      await database.transaction(async (first) => {
        const [held, ...none] = await lockDueUsers(first, PAST, 1);
        expect(none).toEqual([]);
        const others = await database.transaction((second) => lockDueUsers(second, PAST, 10));
        const rest = users.filter((id) => id !== held!.id);
        expect(others.map(({ id }) => id).sort()).toEqual(rest.sort());
        // The locked user is skipped, whatever the limit.
        expect(await database.transaction((second) => lockDueUsers(second, PAST, 1))).toHaveLength(
          1,
        );
      });
      expect(await untilNothing(work)).toBe(3);
    },
  );
});
