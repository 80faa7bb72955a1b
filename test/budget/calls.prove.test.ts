import { afterAll, beforeAll, expect, test } from 'vitest';
import { approveSell } from '#contract/payouts/admin-sells';
import { getTransparency, getTreasuryStats } from '#contract/treasury/treasury';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/base/time';
import { tries } from '#test/prove/effort';
import { sellersIn } from '#test/sells/sellers';
import { UnwatchedClock } from '#test/support/clock-watch-stubs';
import { World } from '#test/world';
import { Running } from './running.ts';
import { type ProviderUsage, printUsage, spent } from './provider-usage.ts';

const HOURS_PER_MONTH = 730;
const CREDITS_PER_MONTH_MAX = 1_000_000;
/** Calls per idle minute. */
const IDLE_CALLS_MAX = 11;
/** Calls per minute with an open quote. */
const QUOTED_MINUTE = 51;
const TIMEOUT = { timeout: 600_000 };

let world: World;
beforeAll(async () => {
  // Watches alerts, because a leader in production does.
  const parts = { alertWatch: { tell: null }, clock: new UnwatchedClock() };
  world = await World.open({ parts });
});
afterAll(() => world.close());

/** Calls of several nodes to providers during an action and a time span. */
async function measured(
  what: string,
  { nodes: count = 1, forMs }: { readonly nodes?: number; readonly forMs: number },
  act: () => Promise<unknown> = async () => {},
): Promise<ProviderUsage> {
  const nodes = await world.nodes(count);
  const running = new Running(world, nodes);
  // Excludes the calls of a start.
  await running.pass(MINUTE_MS);
  const before = spent(nodes);
  await act();
  await running.pass(forMs);
  const used = spent(nodes, before);
  await running.stop();
  printUsage(`${what}, ${forMs / MINUTE_MS} minutes`, used);
  return used;
}

test('idle nodes, one or three, stay under a million credits a month', TIMEOUT, async () => {
  // Includes one reconcile pass in ten minutes.
  const forMs = tries(10, 60) * MINUTE_MS;
  const perMonth = ({ credits }: ProviderUsage): number =>
    (credits * HOUR_MS * HOURS_PER_MONTH) / forMs;
  const one = await measured('idle', { forMs });
  expect(perMonth(one)).toBeLessThan(CREDITS_PER_MONTH_MAX);
  expect((one.calls * MINUTE_MS) / forMs).toBeLessThanOrEqual(IDLE_CALLS_MAX);
  const three = await measured('idle, three nodes', { nodes: 3, forMs });
  // Elapsed machine time counts, too: on a slow machine one more minute may begin.
  expect(three.credits).toBeLessThanOrEqual(one.credits * (1.2 + MINUTE_MS / forMs));
});

test(
  'the nightly reconcile pass lists each account once, only on the leader',
  TIMEOUT,
  async () => {
    const scans = ({ lines }: ProviderUsage): number =>
      lines
        .filter(
          ({ purpose, method }) => purpose === 'reconcile-treasury' && method.startsWith('getSig'),
        )
        .reduce((sum, { calls }) => sum + calls, 0);
    const night = () => world.pass(DAY_MS);
    const one = await measured('a night', { forMs: MINUTE_MS }, night);
    expect(scans(one)).toBe(2);
    const three = await measured('a night, three nodes', { nodes: 3, forMs: MINUTE_MS }, night);
    expect(scans(three)).toBe(2);
  },
);

test('an open quote costs one balance check every two seconds', async () => {
  const user = await world.user();
  const used = await measured('a quote', { forMs: MINUTE_MS }, () => user.quote('SOL', '1'));
  expect(used.credits).toBeLessThan(80);
});

test('a bond, a stake, a payout and a page view stay within their budgets', TIMEOUT, async () => {
  const forMs = MINUTE_MS;
  const [user, seller] = [await world.user(), ...(await sellersIn(world, 1))];
  const owner = await world.owner();
  const beside = ({ credits }: ProviderUsage): number => credits - QUOTED_MINUTE;
  const bond = await measured('a bond', { forMs }, () => user.bond('SOL', '1'));
  expect(beside(bond)).toBeLessThan(120);
  const stake = await measured('a stake', { forMs }, () => seller!.stake('1'));
  expect(beside(stake)).toBeLessThan(120);
  const { id } = await seller!.asked('0.1');
  const approve = () => owner(approveSell, { params: { id }, body: { notes: 'yes' } });
  const payout = await measured('a payout', { forMs }, approve);
  expect(beside(payout)).toBeLessThan(120);
  const viewed = await measured('a page view', { forMs }, async () => {
    await Promise.all([user.portfolio(), user.bonds(), user.stakes()]);
    await Promise.all([world.call(getTransparency), world.call(getTreasuryStats)]);
  });
  const asked = viewed.lines.filter(({ purpose }) => purpose.startsWith('GET '));
  expect(asked.reduce((sum, { credits }) => sum + credits, 0)).toBeLessThan(5);
});
