import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { creditOf, move, system } from '#domain/base/ledger';
import { lamports } from '#domain/base/money';
import { DAY_MS, HOUR_MS, type Instant, after } from '#domain/base/time';
import { type Payout, type PayoutStatus, isOpenPayout } from '#domain/payouts/payout';
import { databaseForTests, onOneDatabase } from '#test/databases';
import { T0, day, pendingSell, sentPayout } from '#test/domain/builders';
import { depositSubject } from '#test/domain/payouts';
import { ask, issuePlan, issued, newUser, usedPayment } from '#test/support/store';
import type { Database } from '../kernel/db/database.ts';
import type { Changes } from '../kernel/write/plan.ts';
import { writePlan } from '../kernel/write/write-plans.ts';
import { payoutFacts } from './payout-facts.ts';
import { payoutClaims, openPayoutOf } from './payout-queries.ts';

const STATUSES: readonly PayoutStatus[] = [
  'awaiting-signature',
  'sent',
  'finalized',
  'failed',
  'withdrawn',
];

onOneDatabase('payout queries', (fresh) => {
  let database: Database;
  databaseForTests(fresh, (made) => (database = made));

  /** Builds a payout with its own subject. */
  const payoutOf = (changes: Partial<Payout>): Payout =>
    sentPayout({
      id: randomUUID(),
      subject: randomUUID(),
      signature: randomUUID(),
      userId: null,
      settledAt: changes.status && !isOpenPayout({ status: changes.status }) ? day(9) : null,
      ...changes,
    });
  const store = (changes: Partial<Changes>): Promise<boolean> =>
    writePlan(database, {
      userId: null,
      version: 0n,
      now: T0,
      journals: [],
      items: [],
      ...changes,
    });
  const asked = async (userId: string, changes: Partial<Changes>): Promise<boolean> => {
    const version = (await versionOf(userId)) ?? 0n;
    return writePlan(database, { ...issuePlan(userId, version), ...changes });
  };
  const versionOf = async (userId: string): Promise<bigint | undefined> =>
    (
      await ask<{ version: bigint }>(database, 'select version from users where id = $1', [userId])
    )[0]?.version;

  test('include a sell request with its user, place and payouts, and are null for an unknown request', async () => {
    const [a, b] = [await newUser(database), await newUser(database)];
    const [first, second] = [a, b].map((userId, i) =>
      pendingSell({ id: randomUUID(), userId, requestedAt: after(T0, i) }),
    );
    const old = payoutOf({ subject: first!.id, userId: a, status: 'withdrawn', err: 'x' });
    const now = payoutOf({ subject: first!.id, userId: a, createdAt: day(10) });
    // Belongs to the credit, not to the sell request with the same id.
    const other = payoutOf({ subject: first!.id, userId: a, purpose: 'credit' });
    await asked(a, { sells: [first!], payouts: [old, now, other] });
    await asked(b, { sells: [second!] });
    const keys = [second!.id, randomUUID(), first!.id].map((id) => ({ id, isMaking: false }));
    const [ofB, none, ofA] = await payoutFacts.sell.read(database, keys);
    expect(none).toBeNull();
    expect(ofA).toMatchObject({ userId: a, version: 1n, subject: { sell: first, place: 1 } });
    expect(new Set(ofA!.payouts)).toEqual(new Set([old, now]));
    expect(ofA!.lately).toEqual([]);
    expect(ofB).toMatchObject({ userId: b, subject: { sell: second, place: 2 }, payouts: [] });
  });

  test('have no user for a deposit', async () => {
    const { deposit } = depositSubject({ id: randomUUID(), signature: randomUUID() });
    const refund = payoutOf({ purpose: 'deposit', subject: deposit.id });
    await store({ deposits: [deposit], payouts: [refund] });
    const [found] = await payoutFacts.deposit.read(database, [{ id: deposit.id, isMaking: false }]);
    expect(found).toMatchObject({
      userId: null,
      version: 0n,
      subject: { purpose: 'deposit', deposit },
      payouts: [refund],
    });
  });

  test('include the fee payments of credit that are not finalized', async () => {
    const userId = await newUser(database);
    const credited = {
      ...issued(userId, 1n),
      postings: move(system('treasury', 'SOL'), creditOf(userId), lamports(9n)),
    };
    await asked(userId, {
      journals: [credited],
      payments: [
        usedPayment({ amount: lamports(5n), finalized: false }),
        usedPayment({ amount: lamports(4n), finalized: true }),
      ],
    });
    const [found] = await payoutFacts.credit.read(database, [{ id: userId, isMaking: false }]);
    expect(found).toMatchObject({
      userId,
      version: 1n,
      subject: { purpose: 'credit', credit: 9n, openFees: [{ paid: 5n, used: 0n }] },
      payouts: [],
    });
  });

  test('include payouts of other subjects that are open or ended within a day', async () => {
    await ask(database, 'delete from payouts');
    const sell = pendingSell({ id: randomUUID(), userId: await newUser(database) });
    await asked(sell.userId, { sells: [sell] });
    const making = { id: sell.id, isMaking: true };
    const [before] = await payoutFacts.sell.read(database, [making]);
    const { now } = before!;
    const endedAt = (settledAt: Instant) => (status: PayoutStatus) =>
      payoutOf(isOpenPayout({ status }) ? { status } : { status, settledAt, landedSlot: 9 });
    const gone = STATUSES.map(endedAt(after(now, -DAY_MS - 1))).filter(
      (payout) => !isOpenPayout(payout),
    );
    const standing = STATUSES.map(endedAt(after(now, -DAY_MS + HOUR_MS)));
    await store({ payouts: [...gone, ...standing] });
    const others = standing.map(
      ({ id, purpose, isOutside, token, amount, costs, status, nonce, ...rest }) => ({
        id,
        purpose,
        isOutside,
        token,
        amount,
        costs,
        status,
        nonce,
        createdAt: rest.createdAt,
        settledAt: rest.settledAt,
        landedSlot: rest.landedSlot,
        rentCharged: rest.rentCharged,
      }),
    );
    const [found] = await payoutFacts.sell.read(database, [making]);
    expect(new Set(found!.lately)).toEqual(new Set(others));
    expect(new Set(await payoutClaims(database, after(now, -DAY_MS)))).toEqual(new Set(others));
  });

  test('find open payouts by the same rule as the domain', async () => {
    for (const status of STATUSES) {
      const payout = payoutOf({ status });
      await store({ payouts: [payout] });
      const open = await openPayoutOf(database, payout.purpose, payout.subject);
      expect(open, status).toEqual(isOpenPayout(payout) ? payout : null);
    }
  });

  test('return the new payout after a write that ends one and opens the next, in any order', async () => {
    for (const turn of [false, true]) {
      const old = payoutOf({});
      await store({ payouts: [old] });
      const next = payoutOf({ subject: old.subject, costs: lamports(6n) });
      const pair = [{ ...old, status: 'withdrawn', settledAt: day(9) } as const, next];
      await store({ payouts: turn ? pair.toReversed() : pair });
      expect(await openPayoutOf(database, 'sell', old.subject)).toEqual(next);
    }
    const [a, b] = [payoutOf({}), payoutOf({})];
    const twice = store({ payouts: [a, { ...b, subject: a.subject }] });
    await expect(twice).rejects.toMatchObject({ code: '23505' });
  });

  test('return a changed payout in place of its earlier state', async () => {
    const userId = await newUser(database);
    const payout = payoutOf({ userId, subject: userId, purpose: 'credit', amount: lamports(7n) });
    await asked(userId, { payouts: [payout] });
    const failed = { ...payout, status: 'failed', settledAt: day(9), err: 'why' } as const;
    await asked(userId, { payouts: [failed] });
    const [found] = await payoutFacts.credit.read(database, [{ id: userId, isMaking: false }]);
    expect(found!.payouts).toEqual([failed]);
  });
});
