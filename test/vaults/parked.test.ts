import { describe, expect, test } from 'vitest';
import { listVaults, retryVault } from '#contract/vaults/admin-vaults';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/base/time';
import { World } from '#test/world';
import { holderOf } from './stakers.ts';

describe('vault whose sweep fails', () => {
  const world = World.forTests();
  const owner = world.ownerForTests();

  /** Makes the database refuse rewards of one vault. */
  async function refusing(vaultId: string): Promise<() => Promise<unknown>> {
    await world.rows(`create function refuse_one() returns trigger language plpgsql as $$ begin
      if new.id = '${vaultId}' and new.matured and not old.matured then
        raise exception 'refused by a test'; end if;
      return new; end $$`);
    await world.rows(`create trigger refuse_one before update on vaults for each row
      execute function refuse_one()`);
    return () => world.rows('drop function refuse_one cascade');
  }
  const matured = async (id: string): Promise<boolean> => {
    const [row] = await world.rows<{ matured: boolean }>(
      'select matured from vaults where id = $1',
      [id],
    );
    return row!.matured;
  };
  const said = () => [...new Set(world.alerts.splice(0).map(({ what }) => what))];

  test('is retried automatically, delays no other vault of its user, and is decided as if on time', async () => {
    const user = await holderOf(world, '10');
    const [bad, good] = [await user.staked('2'), await user.staked('2')];
    const allow = await refusing(bad.id);
    await world.advance(8 * DAY_MS);
    expect([await matured(bad.id), await matured(good.id)]).toEqual([false, true]);
    expect(said()).toEqual(['a vault could not be decided and is tried again']);
    await allow();
    await world.advance(MINUTE_MS);
    expect(await matured(bad.id)).toBe(true);
    const [kept] = await world.rows<{ failures: number; rewards: bigint }>(
      'select failures, total_rewards_earned as rewards from vaults where id = $1',
      [bad.id],
    );
    // 2 LMT for 7 days at 1000%.
    expect(kept).toEqual({ failures: 0, rewards: 38_356_164n });
    await world.expectSound();
  });

  test('is parked after several failures, listed for the owner, and retried on request', async () => {
    const user = await holderOf(world, '10');
    const { id } = await user.staked('2');
    const allow = await refusing(id);
    await world.advance(7 * DAY_MS + HOUR_MS);
    for (let i = 0; i < 4; i += 1) await world.advance(10 * MINUTE_MS);
    expect(said()).toContain('a vault could not be decided and is put aside');
    await world.advance(HOUR_MS);
    expect(said()).toEqual([]);
    const parked = async () => (await owner(listVaults, { query: { parked: 'true' } })).body;
    expect(await parked()).toMatchObject([{ id, parkedSince: expect.any(String) }]);
    const lines = await world.count('admin_log');
    const retry = () => owner(retryVault, { params: { vaultId: id }, body: { reason: 'mended' } });
    // A failed retry parks it again only after the usual number of failures.
    expect(await retry()).toMatchObject({ status: 200, body: { parkedSince: null } });
    await world.settle();
    expect(said()).toEqual(['a vault could not be decided and is tried again']);
    expect((await retry()).status).toBe(200);
    expect(await world.count('admin_log')).toBe(lines + 1);
    await allow();
    await world.advance(MINUTE_MS);
    expect(await matured(id)).toBe(true);
    expect(await parked()).toEqual([]);
    await world.expectSound();
  });
});
