import { afterEach, describe, expect, test } from 'vitest';
import { getChanges, getSettings } from '#contract/terms/protocol';
import { changeRevenue, changeSettings, getAdminSettings } from '#contract/terms/settings';
import { DAY_MS, HOUR_MS, type Instant, after, iso } from '#domain/base/time';
import { readClock } from '#server/kernel/terms/protocol-clock';
import { World } from '#test/world';

describe('planned settings', () => {
  const world = World.forTests();
  const owner = world.ownerForTests();
  afterEach(() => world.expectSound());

  const inForce = async () => (await world.call(getSettings)).body;
  const changes = async () => (await world.call(getChanges)).body.changes;
  const now = (): Promise<Instant> => readClock(world.node.parts.database);
  const later = async (ms: number): Promise<string> => iso(after(await now(), ms));
  const written = () => Promise.all(['setting_changes', 'admin_log'].map((t) => world.count(t)));

  test('come into force at their instant, are public, and are logged with it', async () => {
    const effectiveAt = await later(2 * DAY_MS);
    const body = { sellingFee: '0.2', withdrawalFee: '0.01', effectiveAt, reason: 'a new year' };
    const answer = await owner(changeSettings, { body });
    expect([answer.status, answer.body]).toMatchObject([
      200,
      { sellFee: '0.150000', withdrawalFee: null },
    ]);
    expect(await inForce()).toEqual(answer.body);
    const [first, second, third] = await changes();
    expect([first, second]).toEqual([
      {
        name: 'withdrawalFee',
        value: '0.010000',
        effectiveAt,
        madeAt: expect.any(String) as string,
      },
      { name: 'sellFee', value: '0.200000', effectiveAt, madeAt: expect.any(String) as string },
    ]);
    expect(Date.parse(third!.effectiveAt)).toBeLessThan(await now());
    const [line] = await world.rows<Record<'before' | 'after' | 'reason', string>>(
      'select before, after, reason from admin_log order by seq desc limit 1',
    );
    expect([JSON.parse(line!.before), JSON.parse(line!.after), line!.reason]).toEqual([
      { sellingFee: '0.150000', withdrawalFee: null },
      { sellingFee: '0.200000', withdrawalFee: '0.010000', effectiveAt },
      'a new year',
    ]);
    await world.advance(Date.parse(effectiveAt) - HOUR_MS - (await now()));
    expect(await inForce()).toMatchObject({ sellFee: '0.150000', withdrawalFee: null });
    await world.advance(HOUR_MS);
    expect(await inForce()).toMatchObject({ sellFee: '0.200000', withdrawalFee: '0.010000' });
    expect((await owner(getAdminSettings)).body.changedAt).toBe(effectiveAt);
  });

  test('set the APY of cycles that start from then on, also in dynamic mode', async () => {
    const user = await (await world.user()).bonded('3');
    const stakes = [await user.stake('1'), await user.stake('1')];
    await world.advance(DAY_MS);
    const effectiveAt = await later(DAY_MS);
    await owner(changeRevenue, { body: { currentAPY: 800, effectiveAt } });
    const dynamicAt = await later(3 * DAY_MS);
    const dynamic = { apyMode: 'dynamic', baseAPY: 500, effectiveAt: dynamicAt };
    await owner(changeSettings, { body: dynamic });
    const apyOf = async (at: number) => (await user.activate(stakes[at]!.id)).body.apy;
    expect(await apyOf(0)).toBe('1000.00');
    await world.advance(DAY_MS);
    expect(await apyOf(1)).toBe('800.00');
    await world.advance(2 * DAY_MS);
    expect(await inForce()).toMatchObject({ apyMode: 'dynamic', currentAPY: '850.00' });
    await owner(changeSettings, { body: { apyMode: 'fixed', baseAPY: 1000 } });
    await owner(changeRevenue, { body: { currentAPY: 1000 } });
  });

  test('survive an earlier change of the same setting, and are replaced by a new plan', async () => {
    const effectiveAt = await later(DAY_MS);
    const plan = (stakingFee: string) =>
      owner(changeSettings, { body: { stakingFee, effectiveAt } });
    await plan('0.03');
    await owner(changeSettings, { body: { stakingFee: '0.01' } });
    await plan('0.04');
    expect((await inForce()).stakingFee).toBe('0.010000');
    expect((await changes()).slice(0, 2)).toMatchObject([
      { name: 'stakingFee', value: '0.040000', effectiveAt },
      { name: 'stakingFee', value: '0.010000' },
    ]);
    await world.advance(DAY_MS);
    expect((await inForce()).stakingFee).toBe('0.040000');
  });

  test('are revoked by planning the previous value, which removes them from the list', async () => {
    const effectiveAt = await later(DAY_MS);
    const before = await changes();
    const { restakeFee } = await inForce();
    await owner(changeSettings, { body: { restakeFee: '0.5', effectiveAt } });
    expect(await changes()).toHaveLength(before.length + 1);
    await owner(changeSettings, { body: { restakeFee, effectiveAt } });
    expect(await changes()).toEqual(before);
    await world.advance(DAY_MS);
    expect((await inForce()).restakeFee).toBe(restakeFee);
  });

  test('are in force from now on if their instant is past', async () => {
    const body = { stakingFee: '0.05', effectiveAt: '2020-01-01T00:00:00Z' };
    expect((await owner(changeSettings, { body })).body.stakingFee).toBe('0.050000');
    const [newest] = await changes();
    expect(newest).toMatchObject({ name: 'stakingFee', value: '0.050000' });
    expect(newest!.effectiveAt).toBe(newest!.madeAt);
  });

  test.each<[number, string, object]>([
    [400, 'MALFORMED', { stakingFee: '0.1', effectiveAt: 'tomorrow' }],
    [400, 'MALFORMED', { stakingFee: '0.1', effectiveAt: '2031-02-30T00:00:00Z' }],
    [400, 'MALFORMED', { stakingFee: '0.1', effectiveAt: '2031-02-03' }],
    [400, 'MALFORMED', { stakingFee: '0.1', effectiveAt: 1_900_000_000_000 }],
    [400, 'MALFORMED', { stakingFee: '0.1', effectiveAt: null }],
    [400, 'MALFORMED', { effectiveAt: '2199-01-01T00:00:00Z' }],
    [422, 'SETTING_OUT_OF_RANGE', { lmtPriceUSDC: '990', effectiveAt: '2199-01-01T00:00:00Z' }],
    [422, 'SETTING_OUT_OF_RANGE', { lmtPriceSOL: '5', effectiveAt: '2199-01-01T00:00:00Z' }],
    [422, 'SETTING_OUT_OF_RANGE', { maxSupply: 2, effectiveAt: '2199-01-01T00:00:00Z' }],
    [422, 'SETTING_OUT_OF_RANGE', { stakingFee: 2, effectiveAt: '2199-01-01T00:00:00Z' }],
    [422, 'SETTING_OUT_OF_RANGE', { baseAPY: 20_000, effectiveAt: '2199-01-01T00:00:00Z' }],
  ])('are refused with %i %s for %j, and nothing is written', async (status, code, body) => {
    const before = await written();
    const answer = await owner(changeSettings, { body });
    expect([answer.status, answer.body]).toMatchObject([status, { code }]);
    expect(await written()).toEqual(before);
  });

  test('refuse an immediate change that contradicts them, with their instant', async () => {
    const effectiveAt = await later(DAY_MS);
    await owner(changeSettings, { body: { maxDynamicAPY: 1_000, effectiveAt } });
    const { status, body } = await owner(changeRevenue, { body: { currentAPY: 1_500 } });
    expect([status, body]).toMatchObject([
      422,
      {
        code: 'SETTING_OUT_OF_RANGE',
        error: `currentAPY must be at most maxDynamicAPY, 1000.00 from ${effectiveAt} on`,
      },
    ]);
  });
});
