import { afterAll, beforeAll, expect, test } from 'vitest';
import { getBlockchainAudit } from '#contract/admin-blockchain';
import { getAdminStats } from '#contract/admin-stats';
import { editUser, listUsers } from '#contract/admin-users';
import { MINUTE_MS } from '#domain/base/time';
import { onOneDatabase } from '#test/databases';
import { type AsOwner, World } from '#test/world';

/** Long-ago lines of users who are gone: as much as ten thousand users leave behind. */
const MUCH = `insert into history (id, user_id, type, number, subject, at, amount, token, fee, fee_token, status)
  select gen_random_uuid(), gen_random_uuid(), 'bond', -i, gen_random_uuid(), '2020-01-01', 1, 'SOL', 0,
    'SOL', 'completed' from generate_series(1, 60000) i`;

onOneDatabase('the owner’s screens where much is stored', (fresh) => {
  let world: World;
  let owner: AsOwner;
  beforeAll(async () => {
    world = await World.open({ fresh });
    owner = await world.owner();
    await world.rows(MUCH);
  });
  afterAll(() => world.close());

  test('figures that go over everybody are at most a minute old; lists are of now', async () => {
    const total = async (): Promise<number> => (await owner(getAdminStats)).body.totalUsers;
    const before = await total();
    const user = await world.user();
    expect(await total()).toBe(before);
    const newest = await owner(listUsers, { query: { limit: '1' } });
    expect(newest.body).toMatchObject([{ id: user.id }]);
    await world.pass(MINUTE_MS);
    expect(await total()).toBe(before + 1);
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
