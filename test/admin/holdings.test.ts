import { afterEach, describe, expect, test } from 'vitest';
import {
  getAdminHoldings,
  getHoldings,
  getTreasuryStats,
  putHoldings,
} from '#contract/treasury/treasury';
import { parseAmount } from '#domain/base/money';
import { onOneDatabase } from '#test/databases';
import { World } from '#test/world';

describe('holdings entered by the owner', () => {
  const world = World.forTests();
  const owner = world.ownerForTests();
  afterEach(() => world.expectSound());

  const amounts = async (): Promise<Record<string, string>> =>
    Object.fromEntries(
      (await world.call(getHoldings)).body.map(({ symbol, amount }) => [symbol, amount]),
    );
  const value = async (): Promise<bigint> =>
    parseAmount('USDC', (await world.call(getTreasuryStats)).body.totalValue)!;
  const lines = () => world.rows<Record<string, string>>('select * from admin_log order by seq');

  test('are set singly or as a list with a reason, returned as the public sees them, and logged', async () => {
    const before = await value();
    const { status, body } = await owner(putHoldings, {
      body: { symbol: 'KFR', amount: '1000000.5', reason: 'bought' },
    });
    expect(status).toBe(200);
    const kfr = body.find(({ symbol }) => symbol === 'KFR')!;
    expect(kfr).toMatchObject({
      amount: '1000000.500000',
      valueUSD: '2466.901233',
      amountSource: 'owner',
    });
    expect(Date.parse(kfr.asOf!)).toBeGreaterThan(0);
    expect((await value()) - before).toBe(2_466_901_233n);
    const list = [
      { symbol: 'BTC', amount: '0.12345678' },
      { symbol: 'ETH', amount: '7' },
    ];
    await owner(putHoldings, { body: { holdings: list, reason: 'a swap' } });
    await owner(putHoldings, { body: [{ symbol: 'ETH', amount: '0' }] });
    expect(await amounts()).toMatchObject({
      KFR: '1000000.500000',
      BTC: '0.12345678',
      ETH: '0.00000000',
    });
    // Holdings without a price are excluded from the total.
    expect((await value()) - before).toBe(2_466_901_233n);
    expect((await lines()).slice(-3)).toMatchObject([
      {
        call: 'PUT /api/admin/holdings',
        reason: 'bought',
        before: '{"KFR":"0.000000"}',
        after: '{"KFR":"1000000.500000"}',
      },
      {
        reason: 'a swap',
        before: '{"BTC":"0.00000000","ETH":"0.00000000"}',
        after: '{"BTC":"0.12345678","ETH":"7.00000000"}',
      },
      { reason: null, after: '{"ETH":"0.00000000"}' },
    ]);
    const read = (await owner(getAdminHoldings)).body;
    expect(read.map(({ symbol }) => symbol)).toEqual(body.map(({ symbol }) => symbol));
  });

  test.each<[number, string, unknown]>([
    [400, 'nothing', {}],
    [400, 'an empty list', []],
    [400, 'no amount', { symbol: 'BTC' }],
    [400, 'a number', { symbol: 'BTC', amount: 1 }],
    [400, 'null', { symbol: 'BTC', amount: null }],
    [400, 'an empty text', { symbol: 'BTC', amount: '' }],
    [400, 'below nothing', { symbol: 'BTC', amount: '-1' }],
    [400, 'an exponent', { symbol: 'BTC', amount: '1e2' }],
    [400, 'more decimals than are kept', { symbol: 'BTC', amount: '0.123456789' }],
    [400, 'a name beside', { symbol: 'BTC', amount: '1', price: '1' }],
    [400, 'a reason that is none', { symbol: 'BTC', amount: '1', reason: 7 }],
    [400, 'the same twice', ['1', '2'].map((amount) => ({ symbol: 'BTC', amount }))],
    [404, 'an asset that is none of ours', { symbol: 'DOGE', amount: '1' }],
    [404, 'another case', { symbol: 'btc', amount: '1' }],
    [422, 'SOL', { symbol: 'SOL', amount: '1' }],
    [422, 'USDC among others', ['BTC', 'USDC'].map((symbol) => ({ symbol, amount: '1' }))],
    [422, 'more than can be kept', { symbol: 'BTC', amount: '92233720368.54775808' }],
  ])('are refused with %i for %s, and nothing changes', async (status, _, body) => {
    const before = [await amounts(), await lines()];
    const answer = await owner(putHoldings, { body });
    expect(answer.status, JSON.stringify(answer.body)).toBe(status);
    expect([await amounts(), await lines()]).toEqual(before);
  });

  test('are refused with a code of its own for assets read from the chain', async () => {
    const { body } = await owner(putHoldings, { body: { symbol: 'SOL', amount: '1' } });
    expect(body).toMatchObject({ code: 'HOLDING_FROM_CHAIN', symbol: 'SOL' });
  });
});

onOneDatabase('holdings entered concurrently', (fresh) => {
  const world = World.forTests({ fresh });

  test('are serialized across nodes: all are stored, each logged with the previous value', async () => {
    const owner = await world.owner();
    const nodes = await world.nodes(2);
    const entries = ['1', '2', '3', '4'].flatMap((amount) =>
      ['BTC', 'ETH'].map((symbol) => ({ symbol, amount })),
    );
    const answers = await Promise.all(
      entries.map((body, i) => owner(putHoldings, { body }, nodes[i % 2])),
    );
    expect(answers.map(({ status }) => status)).toEqual(entries.map(() => 200));
    const log = await world.rows<{ before: string; after: string }>(
      'select before, after from admin_log order by seq',
    );
    for (const symbol of ['BTC', 'ETH']) {
      const own = log.filter(({ after }) => after.includes(symbol));
      expect(own).toHaveLength(4);
      const befores = own.slice(1).map(({ before }) => before);
      expect(befores).toEqual(own.slice(0, -1).map(({ after }) => after));
    }
  });
});
