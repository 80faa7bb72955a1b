import { beforeAll, expect, test } from 'vitest';
import { getHealth } from '#contract/alerts/health';
import { approveSell, rejectSell } from '#contract/payouts/admin-sells';
import type { SellJson } from '#contract/sells/sells';
import { MINUTE_MS } from '#domain/base/time';
import { checkInvariants } from '#server/alerts/check-invariants';
import { onOneDatabase } from '#test/databases';
import { type AsOwner, World } from '#test/world';
import type { TestUser } from '#test/world/user';
import { FINAL_MS, sellNow, sellersIn } from './sellers.ts';
import { Balances, leave, payoutOf } from './treasury.ts';

const MILLION_USDC = 1_000_000_000_000n;

onOneDatabase('approved sell request', (fresh) => {
  const world = World.forTests({ fresh });
  let owner: AsOwner;
  let sellers: TestUser[];
  beforeAll(async () => {
    sellers = await sellersIn(world, 4);
    owner = await world.owner();
  });

  const approve = ({ id }: SellJson) => owner(approveSell, { params: { id }, body: {} });
  const reject = ({ id }: SellJson) => owner(rejectSell, { params: { id }, body: {} });
  const settled = (ms: number): Promise<void> => world.settleAfter(ms);

  test('whose payout never landed, with too little left for another, is pending and answered', async () => {
    const user = sellers.pop()!;
    const sell = await user.asked('1', 'USDC');
    const land = world.net.faults.inject({ kind: 'drop' });
    const approved = await approve(sell);
    expect(approved.status).toBe(200);
    land();
    await leave(world, 'USDC', payoutOf(sell) - 1n);
    await settled(2 * MINUTE_MS);
    await settled(FINAL_MS);
    expect(world.alerts.splice(0)).toMatchObject([
      { what: 'a payout failed', err: 'TREASURY_SHORT' },
    ]);
    // The job logs it under the approving request's id, whichever node served that.
    const requestId = approved.headers['x-request-id'];
    const marks = { what: 'a payout failed', job: 'follow-payouts', requestId };
    expect(world.marks.at(-1)).toMatchObject(marks);
    expect(await sellNow(user, sell.id)).toMatchObject({
      status: 'pending',
      payout: { status: 'failed', error: 'TREASURY_SHORT' },
    });
    expect(await approve(sell)).toMatchObject({ status: 409, body: { code: 'TREASURY_SHORT' } });
    expect(await sellNow(user, sell.id)).toMatchObject({ status: 'pending' });
    expect((await reject(sell)).status).toBe(200);
    await leave(world, 'USDC', MILLION_USDC);
    await world.expectSound();
  });

  /** State left by the former defect: approved, its payout over, and none in progress. */
  const stranded = async (): Promise<{ user: TestUser; sell: SellJson; balances: Balances }> => {
    const user = sellers.pop()!;
    const sell = await user.asked('1');
    await world.rows(
      `update sells set status = 'approved', reviewed_at = requested_at where id = $1`,
      [sell.id],
    );
    return { user, sell, balances: await Balances.of(world, user.address) };
  };

  test('without a payout in progress counts as pending, raises an alert, and can be paid, rejected or cancelled', async () => {
    const { user, sell, balances } = await stranded();
    await checkInvariants(world.node.parts);
    const { body: health } = await owner(getHealth);
    expect(health.alerts).toContainEqual(
      expect.objectContaining({
        code: 'INVARIANT_BROKEN',
        subject: 'a request is paid once if it is approved, and not otherwise',
      }),
    );
    world.alerts.splice(0);
    expect((await approve(sell)).status).toBe(200);
    await settled(FINAL_MS);
    expect(await sellNow(user, sell.id)).toMatchObject({ payout: { status: 'finalized' } });
    expect((await balances.paid())[0]).toBe(payoutOf(sell));
    const rejected = await stranded();
    expect((await reject(rejected.sell)).body).toMatchObject({ status: 'rejected' });
    const cancelled = await stranded();
    expect((await cancelled.user.cancelSell(cancelled.sell.id)).status).toBe(200);
    world.alerts.splice(0);
    await world.expectSound();
  });
});
