import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Lmt } from '#domain/base/money';
import { type TestDatabase, onOneDatabase } from '#test/databases';
import { RIGHT_CLOCK } from '#test/support/clock-watch-stubs';
import { ask, issued, newUser, unstaked, usedPayment, versionOf } from '#test/support/store';
import { withIdempotencyKey } from '../base/idempotency-key.ts';
import { type Database, type Session, anyOf, statement } from '../db/database.ts';
import { openPostgres } from '../db/postgres.ts';
import { violations } from '../ledger/invariants.ts';
import { ISSUED_LMT, readIssued } from '../ledger/totals.ts';
import { type Rules, RulesCache } from '../terms/terms.ts';
import { Writer } from './commit.ts';
import {
  DECISION_COLUMNS,
  type DecisionContextRow,
  factsById,
  decisionContextOf,
} from './facts.ts';
import { claimKey } from './idempotency.ts';
import { lockUser } from './row-locks.ts';
import type { SupplyFacts, SupplyWrite } from './supply-rounds.ts';
import { writePlan } from './write-plans.ts';

type Row = DecisionContextRow & { readonly id: string; readonly issued: Lmt };
const FACTS = statement(
  'test-supply-facts',
  `select u.id, ${DECISION_COLUMNS}, ${ISSUED_LMT} as issued from users u, protocol p where u.id = ${anyOf(1)}`,
);
const userSupply = factsById('test-supply', FACTS, (row: Row): SupplyFacts => ({
  ...decisionContextOf(row.id, row),
  issued: row.issued,
}));

/** Issues a unit to a user if that leaves at most `most` units; the answer is true if it did. */
const issueOne = (
  userId: string,
  most = 10n ** 12n,
  also: Partial<{ signature: string; payer: string }> = {},
): SupplyWrite<string, SupplyFacts, boolean> => ({
  facts: userSupply,
  key: userId,
  decide: (found) => {
    if (found.issued >= most) return { plan: null, answer: false };
    const payments = also.signature ? { payments: [usedPayment(also)] } : {};
    const plan = { journals: [issued(userId, 1n, found.now)], items: [], ...payments };
    return { plan, answer: true };
  },
});

onOneDatabase('writes that need the supply', (fresh, kind) => {
  let opened: TestDatabase;
  let database: Database;
  let writer: Writer;
  beforeAll(async () => {
    opened = await fresh();
    ({ database } = opened);
  });
  beforeEach(() => {
    writer = new Writer(database, new RulesCache(database), RIGHT_CLOCK);
  });
  afterAll(async () => {
    expect(await violations(database)).toEqual([]);
    await opened.close();
  });
  const users = (count: number): Promise<string[]> =>
    Promise.all(Array.from({ length: count }, () => newUser(database)));
  const balances = (ids: readonly string[]): Promise<bigint[]> =>
    Promise.all(ids.map((id) => unstaked(database, id)));

  test('are committed in one transaction if they come in one turn of the event loop', async () => {
    let transactions = 0;
    const counted: Database = {
      ...database,
      kind: database.kind,
      changes: database.changes,
      note: (changed) => database.note(changed),
      transaction: (work, options) => {
        transactions += 1;
        return database.transaction(work, options);
      },
      close: () => database.close(),
    };
    const rounds = new Writer(counted, new RulesCache(database), RIGHT_CLOCK);
    const ids = await users(10);
    const answers = await Promise.all(ids.map((id) => rounds.commitWithSupply(issueOne(id))));
    expect(answers).toEqual(ids.map(() => true));
    expect(await balances(ids)).toEqual(ids.map(() => 1n));
    expect(transactions).toBe(1);
  });

  test('never issue more than is left', async () => {
    const ids = await users(8);
    const most = (await readIssued(database)) + 3n;
    const answers = await Promise.all(ids.map((id) => writer.commitWithSupply(issueOne(id, most))));
    expect(answers.filter(Boolean)).toHaveLength(3);
    expect(await readIssued(database)).toBe(most);
  });

  test('are serialized for one user', async () => {
    const [id] = await users(1);
    const most = (await readIssued(database)) + 2n;
    const three = Array.from({ length: 3 }, () => writer.commitWithSupply(issueOne(id!, most)));
    expect(await Promise.all(three)).toEqual([true, true, false]);
    expect(await unstaked(database, id!)).toBe(2n);
    expect(await versionOf(database, id!)).toBe(2n);
  });

  test('fail separately if a decision throws or a plan cannot be written', async () => {
    const ids = await users(4);
    const thrown = {
      ...issueOne(ids[1]!),
      decide: () => {
        throw new Error('cannot be decided');
      },
    };
    const unwritable = {
      ...issueOne(ids[2]!),
      decide: ({ now }: SupplyFacts) => ({
        plan: { journals: [issued(ids[2]!, 2n ** 63n, now)], items: [] },
        answer: true,
      }),
    };
    const outcomes = await Promise.allSettled([
      writer.commitWithSupply(issueOne(ids[0]!)),
      writer.commitWithSupply(thrown),
      writer.commitWithSupply(unwritable),
      writer.commitWithSupply(issueOne(ids[3]!)),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
      'fulfilled',
    ]);
    expect(await balances(ids)).toEqual([1n, 0n, 0n, 1n]);
  });

  test('are decided again if a payment was taken between facts and plan', async () => {
    const [first, second, third] = await users(3);
    const paid = { signature: randomUUID(), payer: 'payer' };
    let tries = 0;
    const slow = {
      ...issueOne(first!, 10n ** 12n, paid),
      decide: (found: SupplyFacts, inForce: Rules) => {
        tries += 1;
        return tries < 3
          ? issueOne(first!, 10n ** 12n, paid).decide(found, inForce)
          : { plan: null, answer: false };
      },
    };
    await writePlan(database, {
      userId: third!,
      version: 0n,
      now: 0 as never,
      journals: [],
      items: [],
      payments: [usedPayment(paid)],
    });
    const outcomes = Promise.all([
      writer.commitWithSupply(slow),
      writer.commitWithSupply(issueOne(second!)),
    ]);
    expect(await outcomes).toEqual([false, true]);
    expect(await balances([first!, second!])).toEqual([0n, 1n]);
  });

  test('fail if another request has taken over their key, and do not block others', async () => {
    const [lost, fine] = await users(2);
    const key = { actor: lost!, key: 'k', holder: randomUUID() };
    await claimKey(database, { ...key, holder: randomUUID() }, { bodyHash: '', abandonedMs: 1e9 });
    const outcomes = await Promise.allSettled([
      withIdempotencyKey(key, () => writer.commitWithSupply(issueOne(lost!))),
      writer.commitWithSupply(issueOne(fine!)),
    ]);
    expect(outcomes).toMatchObject([{ reason: { name: 'IdempotencyKeyLost' } }, { value: true }]);
    expect(await balances([lost!, fine!])).toEqual([0n, 1n]);
  });

  describe.skipIf(kind !== 'postgres')('on PostgreSQL', () => {
    test('skip a user whose row a sweep has locked', async () => {
      const [swept, free] = await users(2);
      let answered: boolean | undefined;
      let held: Promise<boolean> | undefined;
      await database.transaction(async (sweep: Session) => {
        await lockUser(sweep, swept!);
        held = writer.commitWithSupply(issueOne(swept!));
        answered = await writer.commitWithSupply(issueOne(free!));
        expect(await unstaked(database, free!)).toBe(1n);
      });
      expect([answered, await held]).toEqual([true, true]);
      expect(await balances([swept!, free!])).toEqual([1n, 1n]);
    });

    test('of three nodes issue exactly the LMT that is left', async () => {
      const nodes = Array.from({ length: 3 }, () => openPostgres(opened.url!, { connections: 3 }));
      try {
        const writers = nodes.map((node) => new Writer(node, new RulesCache(node), RIGHT_CLOCK));
        const ids = await users(90);
        const most = (await readIssued(database)) + 50n;
        const answers = await Promise.all(
          ids.map((id, i) => writers[i % 3]!.commitWithSupply(issueOne(id, most))),
        );
        expect(answers.filter(Boolean)).toHaveLength(50);
        expect(await readIssued(database)).toBe(most);
      } finally {
        await Promise.all(nodes.map((node) => node.close()));
      }
    });

    test('see the LMT issued by a node that stalled between lock and commit', async () => {
      const other = openPostgres(opened.url!, { connections: 2 });
      try {
        const [slow, waiting] = await users(2);
        const most = (await readIssued(database)) + 1n;
        let proceed = (): void => {};
        const stopped = new Promise<void>((resolve) => (proceed = resolve));
        let begun = (): void => {};
        const locked = new Promise<void>((resolve) => (begun = resolve));
        const stalling: Database = {
          ...other,
          kind: other.kind,
          changes: other.changes,
          note: (changed) => other.note(changed),
          close: () => other.close(),
          transaction: (work, options) =>
            other.transaction(async (session) => {
              const result = await work({
                ...session,
                note: (changed) => session.note(changed),
                query: async <R>(...asked: Parameters<Session['query']>) => {
                  if (asked[0].name === FACTS.name) {
                    begun();
                    await stopped;
                  }
                  return session.query<R>(...asked);
                },
              });
              return result;
            }, options),
        };
        const slowWriter = new Writer(stalling, new RulesCache(other), RIGHT_CLOCK);
        const first = slowWriter.commitWithSupply(issueOne(slow!, most));
        await locked;
        const second = writer.commitWithSupply(issueOne(waiting!, most));
        await expect
          .poll(() =>
            ask(database, `select from pg_locks where locktype = 'advisory' and not granted`),
          )
          .toHaveLength(1);
        proceed();
        expect([await first, await second]).toEqual([true, false]);
        expect(await readIssued(database)).toBe(most);
      } finally {
        await other.close();
      }
    });
  });
});
