import { afterEach, beforeAll, expect, test } from 'vitest';
import { listDeposits } from '#contract/payments/admin-deposits';
import { getHealth } from '#contract/alerts/health';
import { approveSell, refundCredit, refundDeposit } from '#contract/payouts/admin-sells';
import { getTransparency } from '#contract/treasury/treasury';
import type { PayToken } from '#domain/base/money';
import { MINUTE_MS } from '#domain/base/time';
import { onOneDatabase } from '#test/databases';
import { sellersIn } from '#test/sells/sellers';
import { leave } from '#test/sells/treasury';
import { holderOf } from '#test/vaults/stakers';
import { type AsOwner, World } from '#test/world';
import type { TestUser } from '#test/world/user';
import { paymentOf, send, units } from '#test/world/wallet';
import { watched } from './reconciled.ts';

onOneDatabase('liabilities beside LMT', (fresh) => {
  const world = World.forTests({ fresh });
  let owner: AsOwner;
  let seller: TestUser;
  beforeAll(async () => {
    owner = await world.owner();
    [seller] = (await sellersIn(world, 1)) as [TestUser];
  });
  afterEach(() => world.expectSound());

  const strangerPays = async (token: PayToken, amount: string): Promise<string> => {
    const stranger = await world.fundedWallet('2', '100');
    const paid = await paymentOf(stranger, world.till, { token, amount: units(token, amount) });
    await send(world.net, stranger, [paid]);
    await watched(world);
    await world.pass(MINUTE_MS);
    await watched(world);
    const { body } = await owner(listDeposits);
    return body.find(({ sender }) => sender === stranger.address)!.id;
  };
  const shown = async () => {
    // Figures may be ten seconds old.
    await world.pass(11_000);
    return (await world.call(getTransparency)).body;
  };
  const ask = async (token: PayToken) => {
    await world.rows('update users set sell_period_started_at = null');
    const { id } = await seller.asked('0.01', token);
    return id;
  };
  const approve = (id: string) => owner(approveSell, { params: { id }, body: { notes: 'yes' } });

  test('an unmatched deposit is shown, covered, and not paid out to others', async () => {
    const before = await shown();
    const id = await strangerPays('USDC', '50');
    const after = await shown();
    expect(after.liabilities.unmatchedDeposits).toEqual({ SOL: '0.000000000', USDC: '50.000000' });
    const more =
      units('USDC', after.liabilities.otherUSD) - units('USDC', before.liabilities.otherUSD);
    expect(more).toBe(units('USDC', '50'));
    expect(units('USDC', after.liabilitiesUSD)).toBe(
      units('USDC', after.liabilities.lmtUSD) + units('USDC', after.liabilities.otherUSD),
    );
    await leave(world, 'USDC', units('USDC', '52'));
    await world.pass(11_000);
    const { treasury } = (await owner(getHealth)).body;
    expect(treasury?.USDC).toMatchObject({ setAside: '50.000000', available: '2.000000' });
    const sell = await ask('USDC');
    expect(await approve(sell)).toMatchObject({
      status: 409,
      body: { code: 'TREASURY_SHORT', available: '2.000000' },
    });
    const refund = await owner(refundDeposit, { params: { id }, body: {} });
    expect(refund.status, JSON.stringify(refund.body)).toBe(200);
    // During its refund it is a payout, no longer a deposit.
    expect((await shown()).liabilities).toMatchObject({
      unmatchedDeposits: { USDC: '0.000000' },
      openPayouts: { USDC: '50.000000' },
    });
    await watched(world);
    expect((await shown()).liabilities).toMatchObject({
      unmatchedDeposits: { USDC: '0.000000' },
      openPayouts: { USDC: '0.000000' },
    });
    await leave(world, 'USDC', units('USDC', '52'));
    expect((await approve(sell)).status).toBe(200);
    // During the payout it is owed as such, no longer as LMT.
    const paying = await shown();
    expect(paying.liabilities.inPayment).toBe('0.01000000');
    expect(paying.liabilities.openPayouts.USDC).not.toBe('0.000000');
    await watched(world);
    expect((await shown()).liabilities.inPayment).toBe('0.00000000');
  });

  test('fee credit is shown, covered, and not paid out to others', async () => {
    const user = await holderOf(world, '1');
    await user.payFee(await user.feeQuote('1'));
    await watched(world);
    const credit = units('SOL', (await shown()).liabilities.feeCredit);
    expect(credit).toBe(units('SOL', '0.0987'));
    await leave(world, 'SOL', credit + units('SOL', '0.02'));
    const sell = await ask('SOL');
    const refused = await approve(sell);
    expect(refused).toMatchObject({ status: 409, body: { code: 'TREASURY_SHORT' } });
    const refund = await owner(refundCredit, { params: { id: user.id }, body: {} });
    expect(refund.status, JSON.stringify(refund.body)).toBe(200);
    await watched(world);
    expect((await shown()).liabilities.feeCredit).toBe('0.000000000');
    await leave(world, 'SOL', units('SOL', '1'));
    expect((await approve(sell)).status).toBe(200);
    await watched(world);
  });

  test('holdings below liabilities raise an alert', async () => {
    await leave(world, 'USDC', units('USDC', '1'));
    await leave(world, 'SOL', units('SOL', '1'));
    await world.pass(11_000);
    const { alerts } = (await owner(getHealth)).body;
    expect(alerts.map(({ code }) => code)).toContain('COVERAGE_LOW');
    await leave(world, 'USDC', units('USDC', '100000'));
    await world.pass(11_000);
    const { body } = await owner(getHealth);
    expect(body.alerts.map(({ code }) => code)).not.toContain('COVERAGE_LOW');
  });
});
