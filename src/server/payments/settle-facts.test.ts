import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { lamports, lmt, usdPrice } from '#domain/base/money';
import { type Instant, MINUTE_MS, after, iso } from '#domain/base/time';
import type { Arrival } from '#domain/payments/arrival';
import type { Bond } from '#domain/bonds/bond';
import { type ListedDeposit, type ProvenPayment, openDeposit } from '#domain/payments/payment';
import type { StoredQuote } from '#domain/bonds/quote';
import { databaseForTests, onOneDatabase } from '#test/databases';
import { T0, confirmedBond, storedQuote } from '#test/domain/builders';
import { ask, issuePlan, newUser, paidBond, usedPayment, versionOf } from '#test/support/store';
import { type Database, only } from '../kernel/db/database.ts';
import { readHead } from '../kernel/terms/protocol-head.ts';
import type { Changes } from '../kernel/write/plan.ts';
import { writePlan } from '../kernel/write/write-plans.ts';
import { addArrival, dropArrival, dueArrivals, postponeArrival } from './arrival-queries.ts';
import { assignmentFacts } from './assignment-facts.ts';
import { announcementFacts, bondFacts, followedBondFacts, paymentFacts } from './settle-facts.ts';
import { quoteFacts } from '../bonds/quote-facts.ts';

onOneDatabase('inputs of bond and payment decisions', (fresh) => {
  let database: Database;
  databaseForTests(fresh, (made) => (database = made));

  /** Writes changes of a user, or changes without a user. */
  const store = async (userId: string | null, changes: Partial<Changes>): Promise<void> => {
    const version = userId === null ? 0n : await versionOf(database, userId);
    const plan = { userId, version, now: T0, journals: [], items: [], ...changes };
    expect(await writePlan(database, plan)).toBe(true);
  };
  const walletOf = async (userId: string): Promise<string> =>
    only(
      await ask<{ wallet: string }>(database, 'select wallet from users where id = $1', [userId]),
    ).wallet;
  const pendingBond = (userId: string, changes: Partial<Bond> = {}): Bond =>
    confirmedBond({
      id: randomUUID(),
      userId,
      status: 'pending',
      signature: null,
      startsAt: null,
      slot: null,
      finalized: false,
      ...changes,
    });
  const quoteOf = (userId: string, changes: Partial<StoredQuote> = {}): StoredQuote =>
    storedQuote({ id: randomUUID(), userId, reference: randomUUID(), ...changes });
  const payment = (changes: Partial<ProvenPayment>): ProvenPayment => ({
    signature: randomUUID(),
    payer: 'nobody',
    token: 'SOL',
    amount: lamports(1n),
    blockTime: T0,
    slot: 1,
    finalized: true,
    keys: [],
    ...changes,
  });
  const factsOf = async (...payments: ProvenPayment[]) =>
    (await paymentFacts.read(database, payments)).map((found) => found!);

  test('return several payments in order, each with only its payer’s data', async () => {
    const [first, second] = [await newUser(database), await newUser(database)];
    await store(first, { bonds: [pendingBond(first)] });
    const found = await factsOf(
      payment({ payer: await walletOf(second) }),
      payment({ payer: null }),
      payment({ payer: await walletOf(first) }),
    );
    expect(found.map(({ userId, version, bonds }) => [userId, version, bonds.length])).toEqual([
      [second, 0n, 0],
      [null, 0n, 0],
      [first, 1n, 1],
    ]);
    expect(await factsOf()).toEqual([]);
  });

  test('include the use of a payment only for the same payer and token', async () => {
    const userId = await newUser(database);
    const payer = await walletOf(userId);
    const { bond, plan } = paidBond(userId, 0n);
    const used = usedPayment({ ...plan.payments?.[0], payer });
    await writePlan(database, { ...plan, payments: [used] });
    const { signature } = used;
    const [own, inUsdc, byOther] = await factsOf(
      payment({ signature, payer }),
      payment({ signature, payer, token: 'USDC' }),
      payment({ signature, payer: 'other' }),
    );
    expect(own).toMatchObject({ used: { ...used, userId }, bonds: [bond] });
    // Bonds are found by signature, whatever the token.
    expect([inUsdc!.used, inUsdc!.bonds]).toEqual([null, [bond]]);
    expect([byOther!.used, byOther!.bonds]).toEqual([null, []]);
  });

  test('include bonds that wait or have the payment’s signature, except deleted and other users’ bonds', async () => {
    const [userId, other] = [await newUser(database), await newUser(database)];
    const signature = randomUUID();
    const waiting = pendingBond(userId);
    const named = pendingBond(userId, { signature, status: 'failed' });
    const done = pendingBond(userId, { status: 'failed' });
    const deleted = pendingBond(userId);
    const hiddenBonds = new Map([[deleted.id, lmt(0n)]]);
    await store(userId, { bonds: [waiting, named, done, deleted], hiddenBonds });
    await store(other, { bonds: [pendingBond(other, { signature })] });
    const [found] = await factsOf(payment({ signature, payer: await walletOf(userId) }));
    expect(new Set(found!.bonds)).toEqual(new Set([waiting, named]));
    const announced = await announcementFacts.read(database, [
      { userId: other, signature: null },
      { userId: randomUUID(), signature },
      { userId, signature },
    ]);
    expect(announced.map((facts) => facts?.bonds.length)).toEqual([1, undefined, 2]);
  });

  test('include every quote that a payment names, with all fields, and only its payer’s fee quotes', async () => {
    const [userId, other] = [await newUser(database), await newUser(database)];
    const own = quoteOf(userId, { endedAt: after(T0, 1), signature: randomUUID() });
    const foreign = quoteOf(other);
    await store(userId, { quotes: [own, quoteOf(userId)] });
    await store(other, { quotes: [foreign] });
    const fee = randomUUID();
    await ask(
      database,
      `insert into fee_quotes (id, user_id, amount, fee, reference, created_at, expires_at)
       values ($1, $2, 1, 1, $3, $4, $4)`,
      [randomUUID(), userId, fee, iso(T0)],
    );
    const keys = ['x', foreign.reference, own.reference, fee];
    const [mine, theirs] = await factsOf(
      payment({ payer: await walletOf(userId), keys }),
      payment({ payer: await walletOf(other), keys }),
    );
    expect(new Set(mine!.quotes)).toEqual(new Set([own, foreign]));
    expect([mine!.namesFeeQuote, theirs!.namesFeeQuote]).toEqual([true, false]);
  });

  test('include only the user’s open quotes, with all fields', async () => {
    const userId = await newUser(database);
    const open = quoteOf(userId);
    const ended = quoteOf(userId, { endedAt: T0 });
    await store(userId, { quotes: [open, ended, quoteOf(userId, { signature: randomUUID() })] });
    const [found, none] = await quoteFacts.read(database, [userId, randomUUID()]);
    expect([found!.open, none]).toEqual([[open], null]);
    await store(userId, { quotes: [{ ...open, endedAt: T0 }] });
    expect((await quoteFacts.read(database, [userId]))[0]!.open).toEqual([]);
  });

  test('report the same issued LMT for a payment and a quote', async () => {
    const userId = await newUser(database);
    const issued = async (): Promise<bigint[]> => [
      (await factsOf(payment({})))[0]!.issued,
      (await quoteFacts.read(database, [userId]))[0]!.issued,
    ];
    const [before] = await issued();
    await writePlan(database, issuePlan(userId, 0n, { units: 5n }));
    expect(await issued()).toEqual([before! + 5n, before! + 5n]);
  });

  test('include the payment of a followed bond, and are null for a deleted bond', async () => {
    const userId = await newUser(database);
    const { bond, plan } = paidBond(userId, 0n);
    await writePlan(database, plan);
    const ids = [randomUUID(), bond.id];
    const [none, found] = await followedBondFacts.read(database, ids);
    expect(none).toBeNull();
    expect(found).toMatchObject({ bond, userId, version: 1n });
    expect(found!.payments).toEqual([{ ...plan.payments![0], userId }]);
    expect(await bondFacts.read(database, ids)).toMatchObject([null, { bond }]);
    await store(userId, { bonds: [bond], hiddenBonds: new Map([[bond.id, lmt(0n)]]) });
    expect(await followedBondFacts.read(database, [bond.id])).toEqual([null]);
  });

  test('include the deposit of an assignment, its payment and its user', async () => {
    const userId = await newUser(database);
    const signature = randomUUID();
    const deposit: ListedDeposit = openDeposit({
      id: randomUUID(),
      sender: null,
      token: 'USDC',
      amount: lamports(7n),
      signature,
      blockTime: after(T0, 3),
      slot: 9,
    });
    const used = usedPayment({ purpose: 'deposit', subject: deposit.id, payer: '', signature });
    await store(null, { deposits: [deposit], payments: [used] });
    const announced = pendingBond(userId);
    await store(userId, { bonds: [announced] });
    const to = (depositId: string, id: string, announcedId: string | null) => ({
      depositId,
      userId: id,
      announcedId,
    });
    const [complete, without, none] = await assignmentFacts.read(database, [
      to(deposit.id, userId, announced.id),
      to(deposit.id, randomUUID(), null),
      to(randomUUID(), userId, null),
    ]);
    expect(complete).toMatchObject({ userId, deposit, announced, refundEndsAt: null });
    expect(complete!.payments).toEqual([{ ...used, userId: null }]);
    expect(without).toMatchObject({ userId: null, version: 0n, announced: null });
    expect(none).toBeNull();
  });

  test('include an arrival once, at its decision time', async () => {
    const arrival: Arrival = {
      signature: randomUUID(),
      payer: 'payer',
      token: 'USDC',
      amount: lamports(5n),
      blockTime: after(T0, 1),
      slot: 3,
      decideAt: after(T0, MINUTE_MS),
      reference: 'reference',
      failures: 0,
      error: null,
    };
    await addArrival(database, arrival);
    await addArrival(database, { ...arrival, decideAt: after(T0, 2 * MINUTE_MS) });
    const due = (at: Instant) => dueArrivals(database, at, 10);
    expect(await due(after(T0, MINUTE_MS - 1))).toEqual([]);
    expect(await due(after(T0, MINUTE_MS))).toEqual([arrival]);
    const later = after(T0, 5 * MINUTE_MS);
    const postponed = { ...arrival, decideAt: later, failures: 2, error: 'refused' };
    await postponeArrival(database, postponed);
    expect(await due(after(later, -1))).toEqual([]);
    expect(await due(later)).toEqual([postponed]);
    await dropArrival(database, arrival);
    expect(await due(later)).toEqual([]);
  });

  test('include SOL prices around block time: in force then, the feed’s next, the first and the newest', async () => {
    const { sol: first } = await readHead(database);
    const at = (minutes: number): Instant => after(first.at, minutes * MINUTE_MS);
    const price = (minutes: number, source: 'feed' | 'fallback' = 'feed') => ({
      symbol: 'SOL',
      at: at(minutes),
      price: usdPrice(BigInt(minutes)),
      source,
      isAgreed: false,
    });
    await store(null, {
      marketPrices: [price(10), price(20), price(30, 'fallback'), price(40), price(50), price(60)],
    });
    const seen = async (minutes: number): Promise<number[]> => {
      const [found] = await factsOf(payment({ blockTime: at(minutes) }));
      return found!.sol.map((known) => (known.at - first.at) / MINUTE_MS);
    };
    expect(await seen(-5)).toEqual([0, 10, 60]);
    expect(await seen(20)).toEqual([0, 20, 40, 60]);
    expect(await seen(25)).toEqual([0, 20, 40, 60]);
    expect(await seen(35)).toEqual([0, 30, 40, 60]);
    expect(await seen(60)).toEqual([0, 60]);
  });
});
