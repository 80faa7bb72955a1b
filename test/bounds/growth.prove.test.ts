import { expect, test } from 'vitest';
import { listBonds } from '#contract/bonds/bonds';
import { getHistory } from '#contract/portfolio/portfolio';
import { getFeeQuote } from '#contract/vaults/vaults';
import { DAY_MS, SECOND_MS, WEEK_MS } from '#domain/base/time';
import { stake } from '#domain/vaults/vault-stake';
import { newId } from '#server/kernel/db/ids';
import { readHead } from '#server/kernel/terms/protocol-head';
import { writePlan } from '#server/kernel/write/write-plans';
import { historyOf } from '#server/portfolio/history-queries';
import { LMT, SOL, valueOf } from '#test/domain/builders';
import { versionOf } from '#test/support/store';
import { holderOf, stakeOf, stakerOf } from '#test/vaults/stakers';
import { World } from '#test/world';
import { IMPATIENT } from '#test/world/node';
import type { TestUser } from '#test/world/user';
import { sendWire, signatureOf } from '#test/world/wallet';

const MOST = 100;

const world = World.forTests();

const historyPage = async (user: TestUser, query: Record<string, string> = {}) =>
  user.call(getHistory, { params: { userId: user.id }, query });

/** Inserts vaults as stakes would have made them. */
async function openVaults({ id: userId }: TestUser, count: number): Promise<void> {
  const { database } = world.node.parts;
  const { now } = await readHead(database);
  const settlement = { fee: SOL('0.00001'), credit: SOL('1'), signature: null, finalized: true };
  const changes = Array.from({ length: count }, () => {
    const asked = { id: newId(now), userId, amount: LMT('0.0001'), autoRestake: false };
    return valueOf(stake({ asked, unstaked: LMT('1'), settlement }, now));
  });
  const plan = {
    userId,
    version: await versionOf(database, userId),
    now,
    journals: changes.flatMap(({ journals }) => journals),
    items: changes.flatMap(({ items }) => items),
    vaults: changes.map(({ next: vault }) => ({ vault, dueAt: null })),
  };
  expect(await writePlan(database, plan)).toBe(true);
}

test('a user has at most 100 open vaults, which the fee quote reports before a payment', async () => {
  const user = await stakerOf(world, '1');
  await openVaults(user, MOST - 1);
  await stakeOf(user, '0.0001');
  const refusal = { status: 422, body: { code: 'TOO_MANY_VAULTS', most: MOST } };
  expect(await user.call(getFeeQuote, { query: { amount: '0.0001' } })).toMatchObject(refusal);
  expect(await user.postStake('0.0001')).toMatchObject(refusal);
  const credit = (await user.portfolio()).feeCredit;
  // A fee that was paid anyway is credited.
  const late = await user.pay('SOL', '0.1');
  await world.pass(15 * SECOND_MS);
  expect(await user.postStake('0.0001', late)).toMatchObject(refusal);
  expect(Number((await user.portfolio()).feeCredit)).toBeCloseTo(Number(credit) + 0.1);
});

test('partial unstaking and cancelled requests, which are free, write few history lines', async () => {
  const user = await stakerOf(world, '20');
  const [id, other] = [await stakeOf(user, '5'), await stakeOf(user, '5')];
  await world.advance(DAY_MS);
  for (const vault of [id, other]) expect((await user.activate(vault)).status).toBe(200);
  await world.advance(WEEK_MS);
  const codes = new Set<unknown>();
  for (let i = 0; i < MOST; i += 1) {
    codes.add((await user.withdraw(id, '0.00000001')).status);
  }
  expect([...codes]).toEqual([200]);
  const refusal = { status: 409, body: { code: 'TOO_OFTEN', most: MOST } };
  expect(await user.withdraw(id, '0.00000001')).toMatchObject(refusal);
  expect((await user.withdraw(other, '0.00000001')).status).toBe(200);
  for (let i = 0; i < MOST; i += 1) {
    const { id: sellId } = await user.asked('0.01', 'USDC');
    expect((await user.cancelSell(sellId)).status).toBe(200);
  }
  expect(await user.sell('0.01', 'USDC')).toMatchObject({
    status: 409,
    body: { code: 'TOO_OFTEN', most: MOST, possibleAt: expect.any(String) },
  });
  expect(await user.eligibility()).toMatchObject({
    eligible: false,
    code: 'TOO_OFTEN',
    possibleAt: expect.any(String),
  });
  // After restaking and maturing again, the next window allows as many.
  expect((await user.restake(id)).status).toBe(200);
  await world.advance(WEEK_MS);
  expect((await user.withdraw(id, '0.00000001')).status).toBe(200);
  await user.asked('0.01', 'USDC');
});

test('history is paged on request, with totals over all lines', async () => {
  const user = await holderOf(world, '1');
  for (let i = 0; i < 4; i += 1) await user.stake('0.1');
  const whole = (await historyPage(user)).body;
  expect(whole.all).toHaveLength(4);
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const { body, headers } = await historyPage(user, {
      limit: '2',
      ...(cursor === undefined ? {} : { cursor }),
    });
    expect(body.all.length).toBeLessThanOrEqual(2);
    expect(body.summary).toEqual(whole.summary);
    expect(headers['x-total-count']).toBe('4');
    seen.push(...body.all.map(({ id }) => id));
    cursor = headers['x-next-cursor'] as string | undefined;
  } while (cursor !== undefined && seen.length < 10);
  expect(seen).toEqual(whole.all.map(({ id }) => id));
  for (const foreign of ['', 'x', '1.2', `${Date.now()}.not-a-uuid`]) {
    expect((await historyPage(user, { cursor: foreign })).status).toBe(400);
  }
  expect((await historyPage(user, { limit: '0' })).status).toBe(400);
});

test('pricing one line does not read a year of live prices', async () => {
  const user = await holderOf(world, '1');
  const before = (await historyPage(user)).body.summary;
  await world.rows(
    `insert into market_prices (symbol, at, price, source)
     select 'SOL', protocol_now() + g * interval '2 minutes', 300000000000000, 'feed'
     from generate_series(1, 20000) g`,
  );
  await world.rows('analyze market_prices');
  let most = 0;
  const { database } = world.node.parts;
  const node = await world.restart({
    database: {
      ...database,
      query: async (asked, params) => {
        const rows = await database.query(asked, params);
        most = Math.max(most, rows.length);
        return rows as never;
      },
    },
  });
  const { body } = await user.call(getHistory, { params: { userId: user.id } }, node);
  expect(body.summary).toEqual(before);
  expect(most).toBeLessThan(100);
});

test('announced bonds that were never paid write no history line', async () => {
  const hasty = await world.restart({ paymentWait: IMPATIENT });
  const user = await world.user();
  const { database } = world.node.parts;
  const { body: unsigned } = await user.post('USDC', '10');
  const wire = await user.signedPayment('SOL', '1');
  const { body: unseen } = await user.on(hasty).post('SOL', '1', signatureOf(wire));
  expect([unsigned.status, unseen.status]).toEqual(['pending', 'pending']);
  const { body: bonds } = await user.call(listBonds, { params: { userId: user.id } });
  expect(bonds).toHaveLength(2);
  expect(await historyOf(database, user.id)).toEqual([]);
  await sendWire(world.net, wire);
  await world.settleAfter(15 * SECOND_MS);
  expect(await historyOf(database, user.id)).toMatchObject([{ type: 'bond', status: 'pending' }]);
});
