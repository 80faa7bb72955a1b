import { beforeAll, expect, test } from 'vitest';
import { getBlockchainAudit } from '#contract/admin-blockchain';
import { getForecast } from '#contract/admin-forecast';
import { getAdminAnalytics, getAdminStats } from '#contract/admin-stats';
import { editUser, listUsers } from '#contract/admin-users';
import { DAY_MS } from '#domain/base/time';
import { violations } from '#server/store/ledger/invariants';
import { rollUp } from '#server/store/ledger/roll-up';
import { onOneDatabase } from '#test/databases';
import { type AsOwner, World } from '#test/world';

/** Long-ago lines of users who are gone: as much as ten thousand users leave behind. */
const MUCH = `insert into history (id, user_id, type, number, subject, at, amount, token, fee, fee_token, status)
  select gen_random_uuid(), gen_random_uuid(), 'bond', -i, gen_random_uuid(), '2020-01-01', 1, 'SOL', 0,
    'SOL', 'completed' from generate_series(1, 60000) i`;

onOneDatabase('the owner’s screens where much is stored', (fresh) => {
  const world = World.forTests({ fresh });
  let owner: AsOwner;
  beforeAll(async () => {
    owner = await world.owner();
    await world.rows(MUCH);
  });

  test('counts are of now, and so are lists', async () => {
    const total = async (): Promise<number> => (await owner(getAdminStats)).body.totalUsers;
    const before = await total();
    const user = await world.user();
    expect(await total()).toBe(before + 1);
    const newest = await owner(listUsers, { query: { limit: '1' } });
    expect(newest.body).toMatchObject([{ id: user.id }]);
    expect(newest.headers['x-total-count']).toBe(String(before + 1));
  });

  test('what happened is counted over time at once', async () => {
    const { database } = world.node.parts;
    const points = async () =>
      (await owner(getAdminAnalytics, { query: { range: '24h' } })).body.points;
    const before = (await points()).at(-1)!;
    const user = await world.user();
    await user.bonded('1');
    await user.staked('0.5');
    const after = (await points()).at(-1)!;
    const sum = async (what: 'bonds' | 'stakes' | 'newUsers') =>
      (await points()).reduce((total, point) => total + point[what], 0);
    const counted = [await sum('bonds'), await sum('stakes'), await sum('newUsers')];
    expect(after.totalUsers).toBe(before.totalUsers + 1);
    await rollUp(database);
    expect([await sum('bonds'), await sum('stakes'), await sum('newUsers')]).toEqual(counted);
    expect(await violations(database)).toEqual([]);
  });

  test('the forecast is kept, and follows its users', async () => {
    const read = async () => (await owner(getForecast)).body;
    const user = await (await world.user()).bonded('1');
    const { id } = await user.stake('0.5');
    await world.advance(DAY_MS);
    const before = await read();
    expect((await user.activate(id)).status).toBe(200);
    const { summary, computedAt } = await read();
    expect(summary.totalActiveVaults).toBe(before.summary.totalActiveVaults + 1);
    expect(computedAt).toBe(before.computedAt);
  });

  test('bonds are held against the chain anew when the owner has done something', async () => {
    const read = async () => (await owner(getBlockchainAudit)).body;
    const user = await world.user();
    const first = await read();
    await user.post('USDC', '500');
    expect(await read()).toEqual(first);
    const params = { id: user.id };
    expect((await owner(editUser, { params, body: { username: 'Renamed' } })).status).toBe(200);
    const { summary, generatedAt } = await read();
    expect(summary.totalDatabaseBonds).toBe(first.summary.totalDatabaseBonds + 1);
    expect(generatedAt > first.generatedAt).toBe(true);
  });
});
