import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Journal,
  depositAccount,
  escrowOf,
  move,
  reverse,
  system,
  feeAccount,
  unstakedOf,
  vaultAccount,
} from '#domain/base/ledger';
import { type PayToken, lamports, lmt } from '#domain/base/money';
import { HOUR_MS, instant } from '#domain/base/time';
import { T0, day, pendingSell, runningVault } from '#test/domain/builders';
import { type TestDatabase, onOneDatabase } from '#test/databases';
import {
  ask,
  issuePlan,
  issued,
  newUser,
  paidBond,
  rowCounts,
  unstaked,
  usedPayment,
  versionOf,
  storedBond,
} from '#test/support/store';
import type { Database, Session } from '../db/database.ts';
import { violations } from '../ledger/invariants.ts';
import type { Plan } from './plan.ts';
import type { NewPayment } from '#domain/payments/payment';
import { writePlan, writePlans } from './write-plans.ts';

/** A plan with a row for every table that a plan can write. */
function fullPlan(userId: string, version: bigint): Plan {
  const { plan } = paidBond(userId, version);
  const vault = runningVault({ id: randomUUID(), userId, amount: lmt(5n) });
  const sell = pendingSell({ id: randomUUID(), userId, amount: lmt(2n) });
  return {
    ...plan,
    journals: [
      ...plan.journals,
      issued(userId, 3n),
      {
        ...issued(userId, 0n),
        postings: move(
          system('issuance', 'LMT'),
          { kind: 'vault', ref: vault.id, asset: 'LMT' },
          lmt(5n),
        ),
      },
      {
        ...issued(userId, 0n),
        postings: move(
          system('issuance', 'LMT'),
          { kind: 'escrow', ref: sell.id, asset: 'LMT' },
          lmt(2n),
        ),
      },
    ],
    vaults: [{ vault, dueAt: day(8) }],
    sells: [sell],
    period: { sold: lmt(2n), startedAt: T0 },
  };
}

onOneDatabase('a plan', (fresh) => {
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

  describe('and the user’s version', () => {
    test('raises the version that it was decided on by one, and writes a row in every table', async () => {
      const userId = await newUser(database);
      const before = await rowCounts(database);
      expect(await writePlan(database, fullPlan(userId, 0n))).toBe(true);
      expect(await versionOf(database, userId)).toBe(1n);
      const grown = await rowCounts(database);
      const names = Object.keys(grown).filter((name) => grown[name] !== before[name]);
      expect(names).toEqual(
        expect.arrayContaining(['balances', 'bonds', 'history', 'payments', 'sells', 'vaults']),
      );
      expect(await ask(database, 'select from journals limit 1')).toHaveLength(1);
    });

    test.each([
      ['older', 0n],
      ['newer', 2n],
    ])('with an %s version writes nothing', async (_, version) => {
      const userId = await newUser(database);
      await writePlan(database, issuePlan(userId, 0n));
      const before = await rowCounts(database);
      const numbers = await ask(database, 'select last_value from bond_numbers');
      expect(await writePlan(database, fullPlan(userId, version))).toBe(false);
      expect(await rowCounts(database)).toEqual(before);
      expect(await ask(database, 'select last_value from bond_numbers')).toEqual(numbers);
      expect(await versionOf(database, userId)).toBe(1n);
      expect(await unstaked(database, userId)).toBe(1n);
      expect(
        await ask(database, 'select sold_this_cycle as sold from users where id = $1', [userId]),
      ).toEqual([{ sold: 0n }]);
    });

    test('of an unknown user writes nothing', async () => {
      const before = await rowCounts(database);
      expect(await writePlan(database, fullPlan(randomUUID(), 0n))).toBe(false);
      expect(await rowCounts(database)).toEqual(before);
    });

    test('is written in a batch with stale plans, which are not', async () => {
      const users = await Promise.all([0, 1, 2, 3].map(() => newUser(database)));
      await writePlan(database, issuePlan(users[1]!, 0n));
      await writePlan(database, issuePlan(users[3]!, 0n));
      const plans = users.map((userId) => paidBond(userId, 0n));
      const written = await writePlans(
        database,
        plans.map(({ plan }) => plan),
      );
      expect(written).toEqual([true, false, true, false]);
      for (const [i, { bond }] of plans.entries()) {
        const held = await ask<{ amount: bigint }>(
          database,
          `select amount from balances where ref = $1 and kind = 'bond'`,
          [bond.id],
        );
        expect(held).toEqual(written[i] ? [{ amount: bond.lmtAmount }] : []);
        expect((await storedBond(database, bond.id)) !== null).toBe(written[i]);
        expect(await versionOf(database, users[i]!)).toBe(1n);
      }
    });

    test('is refused beside another plan of its user, because it was not decided on the other’s result', async () => {
      const userId = await newUser(database);
      const before = await rowCounts(database);
      const plans = [issuePlan(userId, 0n), issuePlan(userId, 1n)];
      await expect(writePlans(database, plans)).rejects.toThrow('two plans of one user');
      expect(await rowCounts(database)).toEqual(before);
    });

    test('has one statement per set of tables, with a name that PostgreSQL does not truncate', async () => {
      const names = new Map<string, string>();
      const session: Session = {
        ...database,
        query: async ({ name, text }) => {
          expect(names.get(name) ?? text).toBe(text);
          names.set(name, text);
          return [];
        },
      };
      const full = fullPlan(randomUUID(), 0n);
      const optional = ['bonds', 'vaults', 'sells', 'payments', 'items'] as const;
      for (let set = 0; set < 2 ** optional.length; set += 1) {
        const left = optional.filter((_, i) => (set >> i) % 2 === 0);
        await writePlan(session, {
          ...full,
          ...Object.fromEntries(left.map((name) => [name, []])),
        });
      }
      expect(names.size).toBe(2 ** optional.length);
      expect([...names.keys()].filter((name) => name.length > 63)).toEqual([]);
    });

    test('writes nothing in an empty batch', async () => {
      const before = await rowCounts(database);
      expect(await writePlans(database, [])).toEqual([]);
      expect(await rowCounts(database)).toEqual(before);
    });

    test('without any change raises the version nevertheless', async () => {
      const userId = await newUser(database);
      const plan: Plan = { userId, version: 0n, now: T0, journals: [], items: [] };
      expect(await writePlan(database, plan)).toBe(true);
      expect(await versionOf(database, userId)).toBe(1n);
    });
  });

  describe('and the ledger', () => {
    const leaning = (userId: string, postings: Journal['postings']): Plan => ({
      ...issuePlan(userId, 0n),
      journals: [{ ...issued(userId, 1n), postings }],
    });

    test('with a journal that does not add up to zero is refused completely', async () => {
      const userId = await newUser(database);
      const before = await rowCounts(database);
      const postings = [
        { account: unstakedOf(userId), amount: 10n },
        { account: system('issuance', 'LMT'), amount: -9n },
      ];
      await expect(writePlan(database, leaning(userId, postings))).rejects.toThrow(
        'postings of a journal do not add up to zero',
      );
      expect(await rowCounts(database)).toEqual(before);
      expect(await versionOf(database, userId)).toBe(0n);
    });

    test('keeps the owner of each posting’s account', async () => {
      const userId = await newUser(database);
      const [vault, sell] = [randomUUID(), randomUUID()];
      const postings = [
        ...move(system('issuance', 'LMT'), unstakedOf(userId), lmt(3n)),
        ...move(system('issuance', 'LMT'), vaultAccount(vault), lmt(5n)),
        ...move(system('issuance', 'LMT'), escrowOf(sell), lmt(7n)),
      ];
      const journal = { ...issued(userId, 1n), subject: vault, postings };
      await writePlan(database, { ...issuePlan(userId, 0n), journals: [journal] });
      expect(
        await ask(
          database,
          `select p.kind, p.ref, p.amount, p.line from journals j join postings p on p.journal_id = j.id
           where j.user_id = $1 and p.ref is not null order by p.line`,
          [userId],
        ),
      ).toEqual([
        { kind: 'unstaked', ref: userId, amount: 3n, line: 2 },
        { kind: 'vault', ref: vault, amount: 5n, line: 4 },
        { kind: 'escrow', ref: sell, amount: 7n, line: 6 },
      ]);
      const back = { ...issuePlan(userId, 1n), journals: [reverse(journal, T0)] };
      expect(await writePlan(database, back)).toBe(true);
      await ask(database, 'delete from balances where ref in ($1, $2)', [vault, sell]);
    });

    test('that makes a balance negative is refused completely', async () => {
      const userId = await newUser(database);
      await writePlan(database, issuePlan(userId, 0n, { units: 10n }));
      const taking = (units: bigint): Plan => ({
        ...issuePlan(userId, 1n),
        journals: [
          {
            ...issued(userId, 1n),
            postings: move(unstakedOf(userId), system('soldBurned', 'LMT'), lmt(units)),
          },
        ],
      });
      await expect(writePlan(database, taking(11n))).rejects.toThrow('balance_not_negative');
      expect([await unstaked(database, userId), await versionOf(database, userId)]).toEqual([
        10n,
        1n,
      ]);
      expect(await writePlan(database, taking(10n))).toBe(true);
      expect(await unstaked(database, userId)).toBe(0n);
    });

    test('that opens an account below zero is refused', async () => {
      const userId = await newUser(database);
      const deposit = depositAccount(randomUUID(), 'SOL');
      const postings = move(deposit, system('treasury', 'SOL'), lamports(1n));
      await expect(writePlan(database, leaning(userId, postings))).rejects.toThrow(
        'balance_not_negative',
      );
    });

    test('sums several postings to one account, which may be negative in between', async () => {
      const userId = await newUser(database);
      const out = move(unstakedOf(userId), feeAccount('fee.sell'), lmt(5n));
      const plan = {
        ...issuePlan(userId, 0n),
        journals: [{ ...issued(userId, 1n), postings: out }, issued(userId, 8n)],
      };
      expect(await writePlan(database, plan)).toBe(true);
      expect(await unstaked(database, userId)).toBe(3n);
    });

    test('round-trips amounts beyond the range of a float', async () => {
      const userId = await newUser(database);
      const odd = 9_007_199_254_740_993n;
      await writePlan(database, issuePlan(userId, 0n, { units: odd }));
      expect(await unstaked(database, userId)).toBe(odd);
      const postings = await ask<{ amount: bigint }>(
        database,
        `select p.amount from postings p join journals j on j.id = p.journal_id
         where j.user_id = $1 order by p.amount`,
        [userId],
      );
      expect(postings).toEqual([{ amount: -odd }, { amount: odd }]);
    });

    test('beyond 64 bits is refused instead of wrapping round', async () => {
      const userId = await newUser(database);
      await writePlan(database, issuePlan(userId, 0n, { units: 2n ** 62n }));
      await expect(
        writePlan(database, issuePlan(userId, 1n, { units: 2n ** 62n })),
      ).rejects.toThrow('out of range');
      await writePlan(database, {
        ...issuePlan(userId, 1n),
        journals: [
          {
            ...issued(userId, 1n),
            postings: move(unstakedOf(userId), system('issuance', 'LMT'), lmt(2n ** 62n)),
          },
        ],
      });
    });

    test('stores the times of recording and effect to the millisecond', async () => {
      const userId = await newUser(database);
      const [now, at] = [instant(T0 + 123), instant(T0 - 7 * HOUR_MS - 1)];
      await writePlan(database, {
        ...issuePlan(userId, 0n),
        now,
        journals: [issued(userId, 1n, at)],
      });
      expect(
        await ask(database, 'select recorded_at, effective_at from journals where user_id = $1', [
          userId,
        ]),
      ).toEqual([{ recorded_at: now, effective_at: at }]);
    });
  });

  describe('and payments', () => {
    const paying = (userId: string, used: Partial<NewPayment>): Plan => ({
      ...issuePlan(userId, 0n),
      payments: [usedPayment(used)],
    });

    test.each(['bond', 'fee', 'deposit'] as const)(
      'is refused for a %s by anybody if a bond uses its signature',
      async (purpose) => {
        const [first, second] = [await newUser(database), await newUser(database)];
        const { plan } = paidBond(first, 0n);
        await writePlan(database, plan);
        const before = await rowCounts(database);
        const { signature, payer } = plan.payments![0]!;
        for (const [userId, version] of [
          [first, 1n],
          [second, 0n],
        ] as const) {
          await expect(
            writePlan(database, { ...paying(userId, { signature, payer, purpose }), version }),
          ).rejects.toMatchObject({ code: '23505' });
        }
        expect(await rowCounts(database)).toEqual(before);
      },
    );

    test('may use one transaction for two users, each with their own payment', async () => {
      const [first, second] = [await newUser(database), await newUser(database)];
      const { signature } = usedPayment();
      expect(await writePlan(database, paying(first, { signature }))).toBe(true);
      expect(await writePlan(database, paying(second, { signature }))).toBe(true);
    });

    test('may use one transaction of a wallet once per token', async () => {
      const userId = await newUser(database);
      const { signature, payer } = usedPayment();
      const pay = (token: PayToken, version: bigint) =>
        writePlan(database, { ...paying(userId, { signature, payer, token }), version });
      expect(await pay('SOL', 0n)).toBe(true);
      expect(await pay('USDC', 1n)).toBe(true);
      await expect(pay('USDC', 2n)).rejects.toMatchObject({ code: '23505' });
    });

    test('changes and deletes payments of one transaction separately', async () => {
      const [first, second] = [await newUser(database), await newUser(database)];
      const { signature } = usedPayment();
      const payments = [1, 2].map(() => usedPayment({ signature, finalized: false }));
      await writePlan(database, { ...issuePlan(first, 0n), payments });
      const given = { ...payments[0]!, userId: second, finalized: true };
      await writePlan(database, { ...issuePlan(first, 1n), changedPayments: [given] });
      const asked = 'select id, user_id from payments where signature = $1 order by finalized';
      const left = { id: payments[1]!.id, user_id: first };
      const changed = { id: given.id, user_id: second };
      expect(await ask(database, asked, [signature])).toEqual([left, changed]);
      await writePlan(database, { ...issuePlan(first, 2n), freedPayments: [given] });
      expect(await ask(database, asked, [signature])).toEqual([left]);
    });

    test('round-trips payments', async () => {
      const userId = await newUser(database);
      const blockTime = instant(T0 + 456);
      const plan = paying(userId, {
        amount: lamports(9_007_199_254_740_993n),
        blockTime,
        finalized: false,
      });
      await writePlan(database, plan);
      const [used] = plan.payments!;
      expect(
        await ask(database, 'select * from payments where signature = $1', [used!.signature]),
      ).toEqual([
        expect.objectContaining({
          id: used!.id,
          purpose: 'fee',
          subject: used!.subject,
          user_id: userId,
          payer: used!.payer,
          token: 'SOL',
          amount: lamports(9_007_199_254_740_993n),
          block_time: blockTime,
          finalized: false,
        }),
      ]);
    });
  });
});
