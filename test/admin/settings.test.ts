import { afterEach, describe, expect, test } from 'vitest';
import { getHealth } from '#contract/alerts/health';
import { quoteBond } from '#contract/bonds/bonds';
import { getSettings } from '#contract/terms/protocol';
import { changeRevenue, changeSettings, getAdminSettings } from '#contract/terms/settings';
import { DAY_MS, HOUR_MS, MINUTE_MS, WEEK_MS } from '#domain/base/time';
import { onOneDatabase } from '#test/databases';
import { addSettings } from '#test/support/add-settings';
import { World } from '#test/world';

type Row = Record<string, bigint | number | string | null>;

describe('owner settings', () => {
  const world = World.forTests();
  const owner = world.ownerForTests();
  afterEach(() => world.expectSound());

  const last = async (table: 'setting_changes' | 'lmt_prices' | 'market_prices'): Promise<Row> =>
    (await world.rows<Row>(`select * from ${table} order by id desc limit 1`))[0]!;
  const lastLine = async () => {
    const [line] = await world.rows<Record<'call' | 'before' | 'after' | 'reason', string>>(
      'select * from admin_log order by seq desc limit 1',
    );
    const { call, before, after, reason } = line!;
    const read = (text: string): unknown => JSON.parse(text);
    return { call, reason, before: read(before), after: read(after) };
  };
  const rows = async (): Promise<number[]> =>
    Promise.all(
      ['setting_changes', 'lmt_prices', 'market_prices', 'admin_log'].map((t) => world.count(t)),
    );

  test('store fees given as text or numbers, return the public values, and write a log line', async () => {
    const body = {
      stakingFee: '0.025',
      withdrawalFee: '0.15',
      sellingFee: 0.1,
      restakeFee: '0.02',
      maxSupply: 2_000_000,
      baseAPY: 900.5,
      maxDynamicAPY: '20000',
      reason: 'a new year',
    };
    const { status, body: answer } = await owner(changeSettings, { body });
    const expected = {
      stakingFee: '0.025000',
      withdrawalFee: '0.150000',
      sellFee: '0.100000',
      sellingFee: '0.100000',
      restakeFee: '0.020000',
      autoRestakeFee: '0.020000',
      maxSupply: '2000000.00000000',
      baseAPY: '900.50',
      maxDynamicAPY: '20000.00',
      apyMode: 'fixed',
      currentAPY: '1000.00',
    };
    expect([status, answer]).toMatchObject([200, expected]);
    expect((await world.call(getSettings)).body).toEqual(answer);
    expect(await lastLine()).toEqual({
      call: 'POST /api/admin/settings',
      reason: 'a new year',
      before: {
        stakingFee: '0.020000',
        withdrawalFee: null,
        sellingFee: '0.150000',
        restakeFee: '0.015000',
        maxSupply: '1000000.00000000',
        baseAPY: '1000.00',
        maxDynamicAPY: '10000.00',
      },
      after: {
        stakingFee: '0.025000',
        withdrawalFee: '0.150000',
        sellingFee: '0.100000',
        restakeFee: '0.020000',
        maxSupply: '2000000.00000000',
        baseAPY: '900.50',
        maxDynamicAPY: '20000.00',
      },
    });
    const unset = await owner(changeSettings, { body: { withdrawalFee: null } });
    expect(unset.body).toMatchObject({ withdrawalFee: null, stakingFee: '0.025000' });
  });

  test('store revenue and the APY, and derive the dynamic APY from revenue', async () => {
    const body = { arbitrageTrading: 4000, yieldFarming: 2500.5, currentAPY: 1200 };
    expect((await owner(changeRevenue, { body })).body).toMatchObject({
      arbitrageTrading: '4000.000000',
      yieldFarming: '2500.500000',
      highFrequencyTrading: '1500.000000',
      totalRevenue: '8000.500000',
      currentAPY: '1200.00',
      fixedAPY: '1200.00',
    });
    const dynamic = await owner(changeSettings, { body: { apyMode: 'dynamic', baseAPY: '1000' } });
    expect(dynamic.body).toMatchObject({ apyMode: 'dynamic', currentAPY: '1400.00' });
    expect((await owner(getAdminSettings)).body).toMatchObject({
      currentAPY: '1400.00',
      fixedAPY: '1200.00',
    });
    await owner(changeRevenue, { body: { currentAPY: 1100 } });
    expect(await lastLine()).toMatchObject({
      call: 'POST /api/admin/revenue',
      before: { currentAPY: '1200.00' },
      after: { currentAPY: '1100.00' },
    });
    const fixed = await owner(changeSettings, { body: { apyMode: 'fixed' } });
    expect(fixed.body).toMatchObject({ currentAPY: '1100.00' });
  });

  test.each<[number, string, unknown]>([
    [400, 'nothing', {}],
    [400, 'no body', undefined],
    [400, 'only a reason', { reason: 'why not' }],
    [400, 'a list', [{ stakingFee: '0.1' }]],
    [400, 'a text', 'stakingFee'],
    [400, 'null', null],
    [400, 'a fee that is null', { stakingFee: null }],
    [400, 'a truth', { stakingFee: true }],
    [400, 'no number', { stakingFee: 'NaN' }],
    [400, 'an exponent', { stakingFee: '2e-2' }],
    [400, 'a blank', { lmtPriceUSDC: ' 987' }],
    [400, 'a seventh decimal', { lmtPriceUSDC: '987.0000001' }],
    [400, 'a float’s tail', { stakingFee: String(1.1 / 100) }],
    [400, 'a mode that is none', { apyMode: 'wild' }],
    [400, 'a reason that is none', { stakingFee: '0.1', reason: 7 }],
    [400, 'something malformed beside an unknown name', { nonsense: 1, stakingFee: 'x' }],
    [422, 'an unknown name', { nonsense: 1 }],
    [422, 'an unknown name beside a good one', { stakingFee: '0.1', constructor: 1 }],
    [422, 'a name of the other call', { currentAPY: 1000 }],
    [422, 'two names that disagree', { sellFee: '0.1', sellingFee: '0.2' }],
    [422, 'a negative fee', { stakingFee: '-0.000001' }],
    [422, 'a fee above 100%', { autoRestakeFee: '1.000001' }],
    [422, 'a negative withdrawal fee', { withdrawalFee: -1 }],
    [422, 'a growth above 20%', { weeklyPriceIncrease: '0.200001' }],
    [422, 'no supply', { maxSupply: 0 }],
    [422, 'more supply than the ledger’s sums hold', { maxSupply: '1000000000.00000001' }],
    [422, 'no price', { lmtPriceUSDC: '0' }],
    [422, 'a negative price', { lmtPriceUSDC: '-987' }],
    [422, 'no price in SOL', { lmtPriceSOL: '0.000000000' }],
    [422, 'a price in SOL that no SOL price gives', { lmtPriceSOL: '0.000000001' }],
    [422, 'a base above the maximum', { baseAPY: 20_000.01 }],
    [422, 'a maximum below the base', { maxDynamicAPY: 10 }],
    [422, 'one bad value beside good ones', { stakingFee: '0.1', lmtPriceUSDC: '0' }],
  ])('are refused with %i for %s, and nothing is written', async (status, _, body) => {
    const before = await rows();
    const text = body === undefined ? '' : JSON.stringify(body);
    const answer = await owner(changeSettings, { text });
    expect(answer.status, JSON.stringify(answer.body)).toBe(status);
    expect(await rows()).toEqual(before);
  });

  test.each<[number, string, unknown]>([
    [400, 'nothing', {}],
    [400, 'a text that is none', { yieldFarming: 'much' }],
    [400, 'null', { yieldFarming: null }],
    [400, 'a seventh decimal', { yieldFarming: '0.0000001' }],
    [400, 'a third decimal of the APY', { currentAPY: 1000.001 }],
    [422, 'a name of the other call', { stakingFee: '0.1' }],
    [422, 'negative revenue', { arbitrageTrading: -1 }],
    [422, 'more than all the money there is', { arbitrageTrading: 1_000_000_001 }],
    [422, 'an APY above the maximum', { currentAPY: 20_000.01 }],
    [422, 'a negative APY', { currentAPY: -1 }],
  ])('refuse revenue with %i for %s, and nothing is written', async (status, _, body) => {
    const before = await rows();
    const answer = await owner(changeRevenue, { body });
    expect(answer.status, JSON.stringify(answer.body)).toBe(status);
    expect(await rows()).toEqual(before);
  });

  test('are refused with the name that the owner sees', async () => {
    const { body } = await owner(changeRevenue, { body: { currentAPY: 2_000_000 } });
    expect(body).toMatchObject({ code: 'SETTING_OUT_OF_RANGE', name: 'currentAPY' });
    const unknown = await owner(changeSettings, { body: { stakingfee: '0.1' } });
    expect(unknown.body).toMatchObject({ code: 'SETTING_UNKNOWN', name: 'stakingfee' });
  });

  test('apply an entered price at once, also to quotes, and restart the weekly steps', async () => {
    await owner(changeSettings, { body: { weeklyPriceIncrease: '0.1' } });
    const user = await world.user();
    await world.advance(3 * DAY_MS);
    const { body } = await owner(changeSettings, { body: { lmtPriceUSDC: '1000.5' } });
    expect(body).toMatchObject({ lmtPriceUSDC: '1000.500000', lmtPriceSOL: '5.002500000' });
    expect(await user.quote('USDC', '1000.5')).toMatchObject({ lmtAmount: '1.00000000' });
    expect(await user.quote('SOL', '5.0025')).toMatchObject({ lmtAmount: '1.00000000' });
    expect(await last('lmt_prices')).toMatchObject({ origin: 'set', price: 1_000_500_000n });
    const { nextPriceStepAt } = (await owner(getAdminSettings)).body;
    const set = (await last('lmt_prices'))['effective_at'] as number;
    expect(Date.parse(nextPriceStepAt!) - set).toBe(WEEK_MS);
    await world.advance(WEEK_MS - HOUR_MS);
    expect((await world.call(getSettings)).body.lmtPriceUSDC).toBe('1000.500000');
    await world.advance(HOUR_MS);
    expect((await world.call(getSettings)).body.lmtPriceUSDC).toBe('1100.550000');
  });

  test('record due price steps before an entered price', async () => {
    await owner(changeSettings, { body: { lmtPriceUSDC: '1000', weeklyPriceIncrease: '0.1' } });
    await world.pass(2 * WEEK_MS);
    const { body } = await owner(changeSettings, { body: { lmtPriceUSDC: 500 } });
    expect(body.lmtPriceUSDC).toBe('500.000000');
    const prices = await world.rows<Row>('select origin, price from lmt_prices order by id desc');
    expect(prices.slice(0, 4)).toEqual([
      { origin: 'set', price: 500_000_000n },
      { origin: 'step', price: 1_210_000_000n },
      { origin: 'step', price: 1_100_000_000n },
      { origin: 'set', price: 1_000_000_000n },
    ]);
    expect(await lastLine()).toMatchObject({
      before: { lmtPriceUSDC: '1210.000000' },
      after: { lmtPriceUSDC: '500.000000' },
    });
  });

  test('apply a new growth rate from the next step, not to a step recorded late', async () => {
    await owner(changeSettings, { body: { lmtPriceUSDC: '1000', weeklyPriceIncrease: '0.1' } });
    await world.pass(WEEK_MS);
    await owner(changeSettings, { body: { weeklyPriceIncrease: '0.2' } });
    await world.advance(WEEK_MS);
    expect((await world.call(getSettings)).body.lmtPriceUSDC).toBe('1320.000000');
    await owner(changeSettings, { body: { weeklyPriceIncrease: 0 } });
  });

  test('stop weekly steps at the maximum price, with an alert', async () => {
    const body = { lmtPriceUSDC: '900000000', weeklyPriceIncrease: '0.2' };
    await owner(changeSettings, { body });
    for (let week = 0; week < 60; week += 20) await world.advance(20 * WEEK_MS);
    expect((await world.call(getSettings)).body.lmtPriceUSDC).toBe('1000000000.000000');
    expect(await last('lmt_prices')).toMatchObject({ origin: 'step', price: 10n ** 15n });
    const { alerts } = (await owner(getHealth)).body;
    expect(alerts.map(({ code }) => code)).toContain('PRICE_AT_MAXIMUM');
    await owner(changeSettings, { body: { lmtPriceUSDC: '987', weeklyPriceIncrease: 0 } });
    const later = (await owner(getHealth)).body.alerts;
    expect(later.map(({ code }) => code)).not.toContain('PRICE_AT_MAXIMUM');
  });

  test('store a price in SOL as the fallback SOL price; with a new LMT price, as that price', async () => {
    await owner(changeSettings, { body: { lmtPriceUSDC: '987' } });
    const user = await world.user();
    const { body } = await owner(changeSettings, { body: { lmtPriceSOL: '3.29' } });
    expect(body).toMatchObject({ lmtPriceUSDC: '987.000000', lmtPriceSOL: '3.290000000' });
    expect(await last('market_prices')).toMatchObject({
      symbol: 'SOL',
      price: 300_000000000000n,
      source: 'fallback',
    });
    expect(await lastLine()).toMatchObject({
      before: { lmtPriceSOL: '4.935000000' },
      after: { lmtPriceSOL: '3.290000000' },
    });
    expect(await user.quote('SOL', '3.29')).toMatchObject({ lmtAmount: '1.00000000' });
    const both = await owner(changeSettings, { body: { lmtPriceSOL: 4, lmtPriceUSDC: '1000' } });
    expect(both.body).toMatchObject({ lmtPriceUSDC: '1000.000000', lmtPriceSOL: '4.000000000' });
    expect(await last('market_prices')).toMatchObject({ price: 250_000000000000n });
  });

  test('stop quotes at once under a lowered maximum supply', async () => {
    const user = await world.user();
    await owner(changeSettings, { body: { maxSupply: 1 } });
    const asked = { tokenType: 'USDC', amount: '100000' };
    expect((await user.call(quoteBond, { body: asked })).status).toBe(422);
    await owner(changeSettings, { body: { maxSupply: '1000000' } });
    expect((await user.call(quoteBond, { body: asked })).status).toBe(201);
  });

  test('never date an entry before the previous one, even if the clock went back', async () => {
    const [ahead] = await world.rows<{ at: number }>(
      `${addSettings({ sellFee: 1n }, { madeInMs: MINUTE_MS })}
       returning effective_at as at`,
    );
    await world.rows('update protocol set terms_version = terms_version + 1');
    await owner(changeSettings, { body: { stakingFee: '0.04', lmtPriceUSDC: '990' } });
    expect(await last('setting_changes')).toMatchObject({
      name: 'stakingFee',
      effective_at: ahead!.at,
      made_at: ahead!.at,
      value: '40000',
    });
    expect(await last('lmt_prices')).toMatchObject({ effective_at: ahead!.at });
    await world.pass(60_000);
    expect((await world.call(getSettings)).body).toMatchObject({
      stakingFee: '0.040000',
      lmtPriceUSDC: '990.000000',
    });
  });

  test('show an entered SOL price only until the market feed has a new one', async () => {
    const live = await world.restart({ isStaticFeed: false });
    const user = await world.user();
    const feed = `insert into market_prices (symbol, at, price, source)
      values ('SOL', protocol_now(), 200000000000000, 'feed')`;
    const asked = { body: { tokenType: 'SOL', amount: '1' } };
    const quoted = async () => (await user.call(quoteBond, asked, live)).status;
    await world.rows(feed);
    expect(await quoted()).toBe(201);
    expect((await owner(changeSettings, { body: { lmtPriceSOL: 3 } }, live)).status).toBe(200);
    expect(await user.call(quoteBond, asked, live)).toMatchObject({
      status: 503,
      body: { code: 'PRICE_STALE' },
    });
    await world.rows(feed);
    expect(await quoted()).toBe(201);
  });
});

onOneDatabase('concurrent changes of settings', (fresh, kind) => {
  const world = World.forTests({ fresh });

  test('settings changed on three nodes at once are all stored, each on top of the previous', async () => {
    const nodes = await world.nodes(kind === 'postgres' ? 3 : 1);
    const owner = await world.owner();
    const changes = [
      [changeSettings, { stakingFee: '0.01' }],
      [changeSettings, { sellingFee: '0.2' }],
      [changeSettings, { restakeFee: '0.03', lmtPriceUSDC: '500' }],
      [changeSettings, { withdrawalFee: '0.05' }],
      [changeSettings, { maxSupply: 5_000_000 }],
      [changeRevenue, { arbitrageTrading: 1 }],
      [changeRevenue, { currentAPY: 1234 }],
      [changeSettings, { lmtPriceUSDC: '600', maxDynamicAPY: 30_000 }],
    ] as const;
    const answers = await Promise.all(
      changes.map(([endpoint, body], i) => owner(endpoint, { body }, nodes[i % nodes.length])),
    );
    expect(answers.map(({ status }) => status)).toEqual(changes.map(() => 200));
    const { body } = await owner(getAdminSettings);
    expect(body).toMatchObject({
      stakingFee: '0.010000',
      sellFee: '0.200000',
      restakeFee: '0.030000',
      withdrawalFee: '0.050000',
      maxSupply: '5000000.00000000',
      arbitrageTrading: '1.000000',
      currentAPY: '1234.00',
      maxDynamicAPY: '30000.00',
    });
    expect(['500.000000', '600.000000']).toContain(body.lmtPriceUSDC);
    const entries = await world.rows<{ sorted: boolean }>(
      `select made_at >= lag(made_at, 1, made_at) over (order by id) as sorted
       from setting_changes`,
    );
    expect(entries.every(({ sorted }) => sorted)).toBe(true);
    expect(await world.count('admin_log')).toBe(changes.length);
  });
});
