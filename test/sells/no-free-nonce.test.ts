import { expect, test } from 'vitest';
import { listDeposits } from '#contract/payments/admin-deposits';
import { getNonces, refundDeposit } from '#contract/payouts/admin-sells';
import { onOneDatabase } from '#test/databases';
import { World } from '#test/world';
import { signBuilt } from './owner-wallet.ts';
import { sellNow } from './sellers.ts';
import { SellScenario } from './sell-scenario.ts';

onOneDatabase('an approval while all sixteen nonces are in use', (fresh) => {
  const world = World.forTests({ fresh, parts: { treasuryKey: null } });

  test('is refused with 409 and Retry-After, changes nothing, and succeeds after a payout is finalized', async () => {
    const shop = await SellScenario.open(world, async () => world.settle());
    const strays = await shop.strays(17);
    const refund = (id: string, body: object = {}) =>
      shop.owner(refundDeposit, { params: { id }, body });
    const built: string[] = [];
    for (const { id } of strays.slice(0, 16)) {
      const { status, body } = await refund(id);
      expect(status, JSON.stringify(body)).toBe(202);
      built.push((body as { transaction?: string }).transaction!);
    }
    const one = await shop.ask();
    const last = strays[16]!;
    const lines = await world.count('admin_log');
    const refusals = [await shop.approve(one), await refund(last.id)];
    for (const { status, body, headers } of refusals) {
      expect(status).toBe(409);
      expect(body).toMatchObject({ code: 'NO_FREE_NONCE', ready: 16 });
      // The first of the sixteen expires after a quarter of an hour.
      expect(Number(headers['retry-after'])).toBeGreaterThan(600);
      expect(Number(headers['retry-after'])).toBeLessThanOrEqual(930);
    }
    expect(await sellNow(shop.user, one.sell.id)).toMatchObject({
      status: 'pending',
      payout: null,
    });
    expect((await shop.owner(listDeposits)).body.some(({ id }) => id === last.id)).toBe(true);
    expect(await world.count('payouts')).toBe(16);
    expect(await world.count('admin_log')).toBe(lines);

    const signedTransaction = await signBuilt(shop.wallet, built[0]!);
    expect((await refund(strays[0]!.id, { signedTransaction })).status).toBe(200);
    const soon = await shop.approve(one);
    expect([soon.status, soon.headers['retry-after']]).toEqual([409, '5']);
    await shop.settle();
    expect((await shop.approve(one)).status, 'its nonce is free again').toBe(202);
    expect((await refund(last.id)).body.code).toBe('NO_FREE_NONCE');
  });

  test('is refused at once, like every payout, while no nonce account exists', async () => {
    const shop = await SellScenario.open(world, async () => world.settle());
    const one = await shop.ask();
    const { nonces } = world.node.parts;
    const off = await world.restart({ nonces: { ...nonces, accounts: [] } });
    expect((await shop.owner(getNonces, {}, off)).body).toMatchObject({ ready: 0 });
    const { status, body } = await shop.approve(one, off);
    expect(status).toBe(409);
    expect(body).toMatchObject({ code: 'NO_FREE_NONCE', ready: 0 });
  });
});
