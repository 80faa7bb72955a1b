import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { move, system, unstakedOf } from '#domain/base/ledger';
import { lmt } from '#domain/base/money';
import { T0 } from '#test/domain/builders';
import { type TestDatabase, onEachDatabase } from '#test/databases';
import { ask, issuePlan, issued, newUser, unstaked, versionOf } from '#test/support/store';
import { type Database, type Session, only } from '../db/database.ts';
import { violations } from '../ledger/invariants.ts';
import { type Decision, writeIfUnchanged } from './write-if-unchanged.ts';
import { writePlan } from './write-plans.ts';

const WRITERS = 20;

onEachDatabase('write if unchanged', (fresh) => {
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

  /** What a decision about the user's balance needs, of one moment. */
  const read = async (session: Session, userId: string) =>
    only(
      await ask<{ version: bigint; amount: bigint }>(
        session,
        `select u.version, b.amount from users u
         join balances b on b.ref = u.id and b.kind = 'unstaked' where u.id = $1`,
        [userId],
      ),
    );

  /** Doubles what the user has and adds one: lost or repeated, any of them would show in the sum. */
  const grow =
    (userId: string) =>
    async (session: Session): Promise<Decision<bigint>> => {
      const { version, amount } = await read(session, userId);
      return { plan: issuePlan(userId, version, amount + 1n), answer: amount * 2n + 1n };
    };

  test('of 20 writers at once on one user, none is lost and none counts twice', async () => {
    const userId = await newUser(database);
    const answers = await Promise.all(
      Array.from({ length: WRITERS }, () => writeIfUnchanged(database, grow(userId))),
    );
    const each = Array.from({ length: WRITERS }, (_, i) => 2n ** BigInt(i + 1) - 1n);
    expect(answers.toSorted((a, b) => (a < b ? -1 : 1))).toEqual(each);
    expect(await unstaked(database, userId)).toBe(each.at(-1));
    expect(await versionOf(database, userId)).toBe(BigInt(WRITERS));
  });

  test('of 20 who each spend all that there is, one succeeds and the balance is what it left', async () => {
    const userId = await newUser(database);
    await writePlan(database, issuePlan(userId, 0n, 100n));
    const spend = async (session: Session): Promise<Decision<boolean>> => {
      const { version, amount } = await read(session, userId);
      if (amount < 100n) return { plan: null, answer: false };
      const postings = move(unstakedOf(userId), system('feesBurned', 'LMT'), lmt(100n));
      const journals = [{ ...issued(userId, 1n), postings }];
      return { plan: { userId, version, now: T0, journals, items: [] }, answer: true };
    };
    const spent = await Promise.all(
      Array.from({ length: WRITERS }, () => writeIfUnchanged(database, spend)),
    );
    expect(spent.filter(Boolean)).toHaveLength(1);
    expect(await unstaked(database, userId)).toBe(0n);
  });

  test('reads and decides again for each race that is lost, and after three locks the user first', async () => {
    const userId = await newUser(database);
    let attempts = 0;
    let underLock = false;
    await writeIfUnchanged(database, async (session) => {
      attempts += 1;
      underLock = session !== database;
      const version = await versionOf(session, userId);
      // Somebody else is quicker, for as long as nobody holds the row.
      if (!underLock) await writePlan(database, issuePlan(userId, version));
      return { plan: issuePlan(userId, version, 10n), answer: null };
    });
    expect([attempts, underLock]).toEqual([4, true]);
    expect(await unstaked(database, userId)).toBe(13n);
  });

  test('writes nothing where there is nothing to write', async () => {
    const userId = await newUser(database);
    const answer = await writeIfUnchanged(database, async () => ({
      plan: null,
      answer: 'as it is',
    }));
    expect([answer, await versionOf(database, userId)]).toEqual(['as it is', 0n]);
  });

  test('passes on what goes wrong, and leaves no lock behind', async () => {
    const userId = await newUser(database);
    const failing = writeIfUnchanged(database, async (session) => {
      const version = await versionOf(session, userId);
      if (session === database) await writePlan(database, issuePlan(userId, version));
      else throw new Error('no decision');
      return { plan: issuePlan(userId, version), answer: null };
    });
    await expect(failing).rejects.toThrow('no decision');
    expect(await writePlan(database, issuePlan(userId, 3n))).toBe(true);
  });

  test('fails loudly for a user who is not there, instead of trying for ever', async () => {
    const userId = randomUUID();
    const attempt = async () => ({ plan: issuePlan(userId, 0n), answer: null });
    await expect(writeIfUnchanged(database, attempt)).rejects.toThrow(userId);
  });
});
