import { expect, test } from 'vitest';
import { getHealth } from '#contract/alerts/health';
import { World } from '#test/world';

const world = World.forTests({ parts: { providerPlan: 100_000 } });
const owner = world.ownerForTests();

const alerts = async () =>
  (await owner(getHealth)).body.alerts.filter(({ code }) => code === 'PROVIDER_PLAN');

test('/metrics counts provider calls by method and purpose', async () => {
  const user = await world.user();
  await user.bond('SOL', '1');
  const { body } = await world.node.app.inject('/metrics');
  const counted = (name: string, method: string, purpose: string): number =>
    Number(new RegExp(`${name}{method="${method}",purpose="${purpose}"} (\\d+)`).exec(body)?.[1]);
  for (const [method, purpose] of [
    ['getSignaturesForAddress', 'watch-treasury'],
    ['getTransaction', 'wait-for-payments'],
  ] as const) {
    const calls = counted('provider_calls_total', method, purpose);
    expect(calls).toBeGreaterThan(0);
    expect(counted('provider_credits_total', method, purpose)).toBe(10 * calls);
  }
});

test('calls of all nodes are stored, and an alert precedes the end of the monthly plan', async () => {
  await world.settle();
  const kept = async () =>
    (
      await world.rows<{ calls: bigint }>('select sum(calls)::bigint as calls from provider_calls')
    )[0]!.calls;
  const before = await kept();
  const total = world.node.parts.providerCalls.lines().reduce((sum, { calls }) => sum + calls, 0);
  expect(before).toBe(BigInt(total));
  expect(await alerts()).toEqual([]);
  // Calls of another node, and of earlier days of the month.
  await world.rows(
    `insert into provider_calls select current_date - 20, 'watch-treasury', 'getSlot', 90000, 90000`,
  );
  expect(await alerts()).toMatchObject([{ severity: 'warning' }]);
  await world.rows('update provider_calls set day = current_date - 31 where credits = 90000');
  expect(await alerts()).toEqual([]);
});
