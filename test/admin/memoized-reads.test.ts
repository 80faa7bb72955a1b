import { beforeAll, describe, expect, test } from 'vitest';
import { getBlockchainAudit } from '#contract/audit/chain-audit';
import { getForecast } from '#contract/treasury/admin-forecast';
import { getAdminAnalytics, getAdminStats } from '#contract/treasury/admin-stats';
import { editUser, listUsers } from '#contract/users/admin-users';
import { HOUR_MS } from '#domain/base/time';
import { Cache } from '#server/kernel/cache/cache';
import { onOneDatabase } from '#test/databases';
import { type AsOwner, World } from '#test/world';
import type { Node } from '#test/world/node';

onOneDatabase('the owner’s figures', (fresh) => {
  const world = World.forTests({ fresh });
  let owner: AsOwner;
  beforeAll(async () => {
    owner = await world.owner();
  });

  describe('uncached owner reads', () => {
    test('show counts and the newest user after each write', async () => {
      const counts = async () => {
        const { totalUsers, newUsersToday, totalBonds, activeBonds, totalStakes, activeStakes } = (
          await owner(getAdminStats)
        ).body;
        return [totalUsers, newUsersToday, totalBonds, activeBonds, totalStakes, activeStakes];
      };
      const before = await counts();
      const plus = (...more: number[]) => before.map((count, i) => count + more[i]!);
      const user = await world.user();
      expect(await counts()).toEqual(plus(1, 1, 0, 0, 0, 0));
      const newest = await owner(listUsers, { query: { limit: '1' } });
      expect(newest.body).toMatchObject([{ id: user.id }]);
      expect(newest.headers['x-total-count']).toBe(String(before[0]! + 1));
      await user.bond('SOL', '200');
      expect(await counts()).toEqual(plus(1, 1, 1, 1, 0, 0));
    });

    test('show charts after each write', async () => {
      const sums = async () => {
        const { points } = (await owner(getAdminAnalytics, { query: { range: '24h' } })).body;
        const sum = (of: (point: (typeof points)[number]) => number): number =>
          points.reduce((total, point) => total + of(point), 0);
        return [
          points.at(-1)!.totalUsers,
          sum(({ newUsers }) => newUsers),
          sum(({ bonds }) => bonds),
          sum(({ issuedLMT }) => Number(issuedLMT)),
        ];
      };
      const before = await sums();
      const user = await world.user();
      const bond = await user.bond('SOL', '200');
      const lmt = Number(bond.lmtAmount);
      expect(await sums()).toEqual([
        before[0]! + 1,
        before[1]! + 1,
        before[2]! + 1,
        before[3]! + lmt,
      ]);
    });
  });

  describe('memoized owner reads', () => {
    let node: Node;
    beforeAll(async () => {
      const { changes } = world.node.parts.database;
      // Treats every read as slow.
      const cache = new Cache(changes, { slowMs: -1, lifetimeReads: Infinity });
      node = await world.restart({ cache });
    });
    const reads = {
      stats: async () => (await owner(getAdminStats, {}, node)).body.totalUsers,
      count: async () => (await owner(listUsers, {}, node)).headers['x-total-count'],
      forecast: async () => (await owner(getForecast, {}, node)).body.computedAt,
      audit: async () => (await owner(getBlockchainAudit, {}, node)).body.generatedAt,
    };

    test.each(Object.keys(reads) as (keyof typeof reads)[])(
      'survive user writes, and are evicted by owner acts and clock moves: %s',
      async (name) => {
        const read = reads[name];
        const first = await read();
        const user = await world.user();
        await user.bond('SOL', '20');
        expect(await read()).toBe(first);
        const params = { id: user.id };
        expect((await owner(editUser, { params, body: { username: 'Renamed' } })).status).toBe(200);
        const second = await read();
        expect(second).not.toBe(first);
        await world.user();
        await world.advance(HOUR_MS);
        expect(await read()).not.toBe(second);
      },
    );
  });
});
