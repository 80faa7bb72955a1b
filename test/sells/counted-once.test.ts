import { expect, test } from 'vitest';
import { getForecast } from '#contract/treasury/admin-forecast';
import { getHealth } from '#contract/alerts/health';
import { approveSell, listAllSells } from '#contract/payouts/admin-sells';
import { firstShortDay, fundedDays } from '../../src/web/payouts/forecast/funded-days.ts';
import { needsOf } from '../../src/web/payouts/queue/budget.ts';
import { onOneDatabase } from '#test/databases';
import { World } from '#test/world';
import type { TestUser } from '#test/world/user';
import { units } from '#test/world/wallet';
import { FINAL_MS, sellersIn } from './sellers.ts';
import { leave, payoutOf } from './treasury.ts';

onOneDatabase('sell request whose payout waits for the owner’s signature', (fresh) => {
  const world = World.forTests({ fresh, parts: { treasuryKey: null } });

  test('is counted against the treasury once by the alert, the queue and the forecast', async () => {
    const [user] = (await sellersIn(world, 1)) as [TestUser];
    const owner = await world.owner();
    const sell = await user.asked('1');
    const due = payoutOf(sell);
    await leave(world, 'SOL', due + due / 2n);
    await world.settleAfter(FINAL_MS);
    const shown = async () => {
      const { alerts } = (await owner(getHealth)).body;
      const { pending, treasury } = (await owner(listAllSells)).body;
      const forecast = (await owner(getForecast)).body;
      return {
        alerts: alerts.filter(({ code }) => code === 'TREASURY_SHORT'),
        isQueueShort: needsOf(pending, treasury).some(({ isShort }) => isShort),
        shortDay: firstShortDay(forecast),
        leftForDay2: fundedDays(forecast)[1]!.left?.toFixed(3),
        forPending: forecast.forPending?.SOL,
        available: treasury!.SOL.available,
      };
    };
    const before = await shown();
    expect(before).toMatchObject({ alerts: [], isQueueShort: false, shortDay: null });

    const approved = await owner(approveSell, { params: { id: sell.id }, body: {} });
    expect([approved.status, approved.body.status]).toEqual([202, 'pending']);
    const { available, forPending, ...after } = await shown();
    expect(after).toEqual({
      alerts: [],
      isQueueShort: false,
      shortDay: null,
      leftForDay2: before.leftForDay2,
    });
    expect(before.forPending).toBe(before.available);
    expect(units('SOL', forPending!) - units('SOL', available)).toBe(due);
  });
});
