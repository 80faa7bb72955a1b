import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Journal, feeAccount, move, unstakedOf } from '#domain/base/ledger';
import { lmt } from '#domain/base/money';
import { T0 } from '#test/domain/builders';
import { type TestDatabase, onOneDatabase } from '#test/databases';
import {
  ask,
  issuePlan,
  issued,
  newUser,
  unstaked,
  usedPayment,
  versionOf,
} from '#test/support/store';
import type { Database, Session } from '../db/database.ts';
import { violations } from '../ledger/invariants.ts';
import { RulesCache } from '../terms/terms.ts';
import { Writer } from './commit.ts';
import { type Decision, unwritten, type Changes } from './plan.ts';
import { type Facts, type DecisionContext, inOrderOf } from './facts.ts';
import { writePlan } from './write-plans.ts';
import { RIGHT_CLOCK } from '#test/support/clock-watch-stubs';

const WRITERS = 16;

interface Balance extends DecisionContext {
  readonly userId: string;
  readonly amount: bigint;
}

/** Facts of users' balances, with a callback on each read. */
function balanceFacts(onRead: (session: Session, ids: readonly string[]) => Promise<void>) {
  const facts: Facts<string, Balance> = {
    name: `balance-${randomUUID()}`,
    async read(session, ids) {
      type Row = { id: string; version: bigint; amount: bigint; terms_version: bigint };
      const rows = await ask<Row>(
        session,
        `select u.id, u.version, b.amount, p.terms_version from users u
         join balances b on b.ref = u.id and b.kind = 'unstaked', protocol p
         where u.id = any($1::text::uuid[])`,
        [`{${ids.join(',')}}`],
      );
      await onRead(session, ids);
      return inOrderOf(ids, rows, {
        keyOf: ({ id }) => id,
        read: ({ id, version, amount, terms_version: termsVersion }) => ({
          userId: id,
          version,
          amount,
          now: T0,
          termsVersion,
        }),
      });
    },
  };
  return facts;
}

const unobserved = balanceFacts(async () => {});

/** Issues or burns unstaked LMT of a user. */
const change = (userId: string, units: bigint): Changes => ({
  journals: [units > 0n ? issued(userId, units) : burned(userId, -units)],
  items: [],
});

const burned = (userId: string, units: bigint): Journal => ({
  ...issued(userId, 1n),
  postings: move(unstakedOf(userId), feeAccount('fee.sell'), lmt(units)),
});

onOneDatabase('commit', (fresh) => {
  let opened: TestDatabase;
  let database: Database;
  let writer: Writer;
  beforeAll(async () => {
    opened = await fresh();
    ({ database } = opened);
    writer = new Writer(database, new RulesCache(database), RIGHT_CLOCK);
  });
  afterAll(async () => {
    expect(await violations(database)).toEqual([]);
    await opened.close();
  });

  /** Doubles the balance and adds one, so that a lost or repeated write shows in the sum. */
  const grow = ({ userId, amount }: Balance): Decision<bigint> => ({
    plan: change(userId, amount + 1n),
    answer: amount * 2n + 1n,
  });

  test('applies each of 20 concurrent writes to one user once', async () => {
    const key = await newUser(database);
    const write = { facts: unobserved, key, missing: -1n, decide: grow };
    const answers = await Promise.all(Array.from({ length: WRITERS }, () => writer.commit(write)));
    const each = Array.from({ length: WRITERS }, (_, i) => 2n ** BigInt(i + 1) - 1n);
    expect(answers.toSorted((a, b) => (a < b ? -1 : 1))).toEqual(each);
    expect(await unstaked(database, key)).toBe(each.at(-1));
    expect(await versionOf(database, key)).toBe(BigInt(WRITERS));
  });

  test('lets one of 20 concurrent writes spend the whole balance', async () => {
    const key = await newUser(database);
    await writePlan(database, issuePlan(key, 0n, { units: 100n }));
    const decide = ({ userId, amount }: Balance): Decision<boolean> =>
      amount < 100n ? unwritten(false) : { plan: change(userId, -100n), answer: true };
    const write = { facts: unobserved, key, missing: false, decide };
    const spent = await Promise.all(Array.from({ length: WRITERS }, () => writer.commit(write)));
    expect(spent.filter(Boolean)).toHaveLength(1);
    expect(await unstaked(database, key)).toBe(0n);
  });

  test('reads the facts of concurrent requests in two statements at most', async () => {
    const keys = await Promise.all(Array.from({ length: WRITERS }, () => newUser(database)));
    const reads: number[] = [];
    const facts = balanceFacts(async (_, ids) => void reads.push(ids.length));
    const commit = (key: string): Promise<bigint> =>
      writer.commit({ facts, key, missing: -1n, decide: grow });
    expect(await Promise.all(keys.map(commit))).toEqual(keys.map(() => 1n));
    // One statement if the event loop is busy.
    expect([[WRITERS], [WRITERS / 2, WRITERS / 2]]).toContainEqual(reads);
    expect(await Promise.all(keys.map((key) => versionOf(database, key)))).toEqual(
      keys.map(() => 1n),
    );
  });

  test('reads and decides again after a lost race, and after three locks the user first', async () => {
    const key = await newUser(database);
    const sessions: boolean[] = [];
    const facts = balanceFacts(async (session) => {
      sessions.push(session === database);
      // Another writer wins the race while the row is not locked.
      if (session === database) {
        await writePlan(database, issuePlan(key, await versionOf(database, key)));
      }
    });
    await writer.commit({
      facts,
      key,
      missing: null,
      decide: ({ userId }) => ({ plan: change(userId, 10n), answer: null }),
    });
    expect(sessions).toEqual([true, true, true, false]);
    expect(await unstaked(database, key)).toBe(13n);
  });

  test.each([
    ['on a version', false],
    ['under locks', true],
  ])('decides again %s if another write took the payment first', async (_, isLocked) => {
    const [first, second] = [await newUser(database), await newUser(database)];
    const payment = usedPayment();
    await writePlan(database, { ...issuePlan(first, 0n), payments: [payment] });
    let decisions = 0;
    const answer = await writer.commit({
      facts: unobserved,
      key: second,
      ...(isLocked ? { locks: { users: [second] } } : {}),
      missing: 'missing',
      decide: ({ userId }) => {
        decisions += 1;
        if (decisions > 1) return unwritten('used');
        return { plan: { ...change(userId, 1n), payments: [payment] }, answer: 'taken' };
      },
    });
    expect([answer, decisions]).toEqual(['used', 2]);
    expect(await versionOf(database, second)).toBe(0n);
  });

  test('reads and decides again under the locks that a plan needs', async () => {
    const key = await newUser(database);
    const sessions: boolean[] = [];
    const facts = balanceFacts(async (session) => {
      sessions.push(session === database);
      if (session === database) await writePlan(database, issuePlan(key, 0n, { units: 3n }));
    });
    const answer = await writer.commit({
      facts,
      key,
      decide: grow,
      locksFor: () => ({ users: [key] }),
    });
    expect([answer, sessions]).toEqual([7n, [true, false]]);
    expect(await unstaked(database, key)).toBe(7n);
    const write = { facts: unobserved, key, decide: grow };
    expect(await writer.commit({ ...write, locksFor: () => null })).toBe(15n);
  });

  test('writes changes of no user without raising the user’s version', async () => {
    const key = await newUser(database);
    const payment = usedPayment();
    await writer.commit({
      facts: unobserved,
      key,
      decide: () => ({
        plan: { noUser: true, journals: [], items: [], payments: [payment] },
        answer: null,
      }),
    });
    const users = await ask(database, 'select user_id from payments where id = $1', [payment.id]);
    expect([users, await versionOf(database, key)]).toEqual([[{ user_id: null }], 0n]);
  });

  test('throws for missing facts if no answer for that case is given', async () => {
    const write = { facts: unobserved, key: randomUUID(), decide: grow };
    await expect(writer.commit(write)).rejects.toThrow('there are no facts');
  });

  test('returns the answer for missing facts, and writes nothing for a decision without a plan', async () => {
    const key = await newUser(database);
    for (const locks of [undefined, { users: [key] }]) {
      const held = locks ? { locks } : {};
      const asItIs = { facts: unobserved, missing: 'missing', decide: () => unwritten('as it is') };
      expect(await writer.commit({ ...asItIs, ...held, key })).toBe('as it is');
      expect(await writer.commit({ ...asItIs, ...held, key: randomUUID() })).toBe('missing');
    }
    expect(await versionOf(database, key)).toBe(0n);
    // No lock remains.
    expect(await writePlan(database, issuePlan(key, 0n))).toBe(true);
  });

  test.each([
    { supply: true },
    { treasury: true },
    { users: [randomUUID()] },
    { deposits: [randomUUID()] },
    { payouts: [randomUUID()] },
  ])('decides again if a plan under locks needs a further lock: %o', async (another) => {
    const key = await newUser(database);
    let decided = 0;
    const decide: typeof grow = (...given) => {
      decided += 1;
      return grow(...given);
    };
    const locksFor = () => ({ users: [key], ...(decided > 1 ? another : {}) });
    await writer.commit({ facts: unobserved, key, missing: null, decide, locksFor });
    expect([decided, await versionOf(database, key)]).toEqual([3, 1n]);
  });

  test('throws, and writes nothing, if each plan needs another lock than the one held', async () => {
    const key = await newUser(database);
    const locksFor = () => ({ deposits: [randomUUID()] });
    const write = { facts: unobserved, key, missing: null, decide: grow, locksFor };
    await expect(writer.commit(write)).rejects.toThrow('decided without its locks');
    expect(await versionOf(database, key)).toBe(0n);
  });

  test('rethrows an error, and releases its locks', async () => {
    const key = await newUser(database);
    const decide = (): never => {
      throw new Error('no decision');
    };
    const write = { facts: unobserved, key, missing: null, decide };
    await expect(writer.commit(write)).rejects.toThrow('no decision');
    await expect(writer.commit({ ...write, locks: { users: [key] } })).rejects.toThrow(
      'no decision',
    );
    expect(await writePlan(database, issuePlan(key, 0n))).toBe(true);
  });

  test('writes a change and its log line together, once, in a race of two writes', async () => {
    const key = await newUser(database);
    const actor = `owner-${randomUUID()}`;
    let races = 2;
    const facts = balanceFacts(async () => {
      races -= 1;
      if (races >= 0) {
        await writePlan(database, issuePlan(key, await versionOf(database, key)));
      }
    });
    await writer.commit({
      facts,
      key,
      missing: null,
      decide: ({ userId, amount }) => ({
        plan: {
          ...change(userId, 5n),
          log: {
            actor,
            call: 'PUT /test',
            reason: null,
            before: { amount: String(amount) },
            after: { amount: String(amount + 5n) },
          },
        },
        answer: null,
      }),
    });
    const lines = await ask(database, 'select before, after from admin_log where actor = $1', [
      actor,
    ]);
    expect(lines).toEqual([{ before: '{"amount":"2"}', after: '{"amount":"7"}' }]);
    expect(await unstaked(database, key)).toBe(7n);
  });
});
