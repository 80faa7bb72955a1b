import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { getStatus } from '#contract/terms/protocol';
import { getPortfolio } from '#contract/portfolio/portfolio';
import { claimBond, quoteBond } from '#contract/bonds/bonds';
import { sellLmt } from '#contract/sells/sells';
import { openStake } from '#contract/vaults/vaults';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/base/time';
import { watchTreasury } from '#server/treasury/watch-treasury';
import type { Posted } from '#server/kernel/base/webhook';
import { onEachDatabase } from '#test/databases';
import { moveDbClock } from '#test/support/db-clock';
import { World } from '#test/world';
import type { TestUser } from '#test/world/user';

onEachDatabase('a database clock that jumps', (fresh) => {
  let world: World;
  let user: TestUser;
  let bondId: string;
  const told: { code: string; text: string }[] = [];

  const tell = async ({ body }: Posted): Promise<null> => {
    told.push(JSON.parse(body) as (typeof told)[number]);
    return null;
  };
  const move = (ms: number) => moveDbClock(world.node.parts.database, ms);
  const claim = () =>
    user.call(claimBond, { params: { id: bondId }, body: { status: 'completed' } });
  const codeOf = async (asked: Promise<{ status: number; body: { code?: string } }>) => {
    const { status, body } = await asked;
    return [status, body.code];
  };
  const HELD = [503, 'CLOCK_SKEW'];

  beforeAll(async () => {
    world = await World.open({ fresh, parts: { alertWatch: { tell } } });
    user = await world.user();
    bondId = (await user.bond('SOL', '1.25')).id;
    await world.settleAfter(30_000);
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await move(0);
    await world.settle();
  });
  afterAll(() => world.close());

  test.each([25 * HOUR_MS, -25 * HOUR_MS])(
    'skewed by %d ms: time-dependent calls are refused until the clock is right',
    async (ms) => {
      await move(ms);
      expect(await codeOf(claim())).toEqual(HELD);
      expect((await claim()).headers['retry-after']).toBe('10');
      const order = { tokenType: 'SOL', amount: '1' } as const;
      expect(await codeOf(user.call(quoteBond, { body: order }))).toEqual(HELD);
      expect(
        await codeOf(user.call(openStake, { body: { amount: '1', autoRestake: true } })),
      ).toEqual(HELD);
      expect(await codeOf(user.call(sellLmt, { body: { amount: '1', tokenType: 'SOL' } }))).toEqual(
        HELD,
      );
      await move(0);
      expect(await codeOf(claim())).toEqual([409, 'BOND_LOCKED']);
    },
  );

  test('sign-in and reads continue, and a write does not remove an expired session', async () => {
    await move(25 * HOUR_MS);
    const later = await world.user();
    const params = { userId: later.id };
    expect((await later.call(getPortfolio, { params })).status).toBe(200);
    expect((await world.call(getStatus)).status).toBe(200);
    expect(
      await codeOf(later.call(quoteBond, { body: { tokenType: 'SOL', amount: '1' } })),
    ).toEqual(HELD);
    expect(await codeOf(claim())).toEqual(HELD);
  });

  test('jobs write nothing, the owner is alerted, and no alert remains', async () => {
    told.length = 0;
    await move(400 * DAY_MS);
    await world.settle();
    await world.settle();
    expect(await world.count(`lmt_prices where origin = 'step'`)).toBe(0);
    expect(await world.count("history where at > now() + interval '1 day'")).toBe(0);
    expect(told.map(({ code }) => code)).toEqual(['CLOCK_SKEW']);
    // The last digit varies, because block times are whole seconds.
    expect(told[0]?.text).toMatch(/3456000\d s ahead/);
    await move(0);
    await world.settle();
    expect(told.map(({ text }) => text.slice(0, 4))).toEqual(['The ', 'Over']);
    expect(await world.count('standing_alerts')).toBe(0);
  });

  test('the watcher resumes within a minute after the clock was set back, without a restart', async () => {
    const job = watchTreasury(world.node.parts);
    await move(25 * HOUR_MS);
    if (await job.isDue?.()) await job.run();
    await move(0);
    const before = await world.count('deposits');
    const stranger = await world.fundedWallet();
    await world.user(); // Its nonce and session have correct times.
    const paid = await payAsStranger(world, stranger);
    await world.pass(30_000);
    const passed = performance.now() + MINUTE_MS;
    vi.spyOn(performance, 'now').mockImplementation(() => passed);
    expect(await job.isDue?.()).toBe(true);
    await job.run();
    expect(await world.count('arrivals where signature = $1', [paid])).toBe(1);
    expect(await world.count('deposits')).toBe(before);
  });
});

async function payAsStranger(
  world: World,
  wallet: Parameters<World['signedIn']>[0],
): Promise<string> {
  const user = await world.signedIn(wallet);
  return user.pay('SOL', '0.013');
}

describe('time machine', () => {
  const world = World.forTests();

  test('is never reported as clock skew', async () => {
    const user = await world.user();
    for (const ms of [HOUR_MS, 30 * DAY_MS, 10 * MINUTE_MS]) {
      await world.advance(ms);
      expect((await user.call(quoteBond, { body: { tokenType: 'SOL', amount: '1' } })).status).toBe(
        201,
      );
      await world.pass(26 * HOUR_MS);
      const later = await world.signedIn(user.wallet);
      expect(
        (await later.call(quoteBond, { body: { tokenType: 'SOL', amount: '1' } })).status,
      ).toBe(201);
    }
    expect(world.node.parts.clock.aheadMs).toBeLessThan(MINUTE_MS);
  });
});
