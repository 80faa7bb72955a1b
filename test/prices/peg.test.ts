import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getHealth } from '#contract/alerts/health';
import { getLog } from '#contract/audit/admin-log';
import { fixAll, verifyBlockchain } from '#contract/audit/chain-audit';
import { listDeposits } from '#contract/payments/admin-deposits';
import { quoteBond } from '#contract/bonds/bonds';
import { getSettings } from '#contract/terms/protocol';
import { getHistory } from '#contract/portfolio/portfolio';
import { MINUTE_MS, SECOND_MS } from '#domain/base/time';
import type { TestUser } from '#test/world/user';
import { type LiveWorld, openLive } from './live-world.ts';

/** Tests run in sequence. */
describe('USDC off its peg', () => {
  let live: LiveWorld;
  let user: TestUser;
  beforeAll(async () => {
    live = await openLive({ SOL: '150', USDC: '0.98' });
    user = await live.world.user();
  });
  afterAll(() => live.close());

  const quoted = async (tokenType: 'SOL' | 'USDC') => {
    const { status, body } = await user.call(quoteBond, { body: { tokenType, amount: '9.87' } });
    return [status, body.code];
  };
  const offPeg = async () => (await live.world.call(getSettings)).body.usdcOffPeg;

  test('pauses bonds in USDC only, and notifies screen, owner and log', async () => {
    expect(await quoted('USDC')).toEqual([201, undefined]);
    expect(await offPeg()).toBeNull();
    live.say({ SOL: '150', USDC: '0.9799' });
    await live.round(2 * MINUTE_MS);
    expect(await quoted('USDC')).toEqual([503, 'USDC_OFF_PEG']);
    expect(await quoted('SOL')).toEqual([201, undefined]);
    expect(await offPeg()).toBe('0.979900');
    expect(live.alerts()).toMatchObject([
      { what: 'USDC is off its peg: bonds in USDC are paused', usdc: '0.979900' },
    ]);
    const owner = await live.world.owner();
    const { alerts } = (await owner(getHealth)).body;
    expect(alerts).toContainEqual(
      expect.objectContaining({ code: 'USDC_OFF_PEG', severity: 'critical', subject: 'USDC' }),
    );
    const { entries, holds } = (await owner(getLog)).body;
    expect(holds).toBe(true);
    expect(entries[0]).toMatchObject({
      actor: 'price feed',
      call: 'pause bonds in USDC',
      before: { usdc: '0.980000' },
      after: { usdc: '0.979900' },
    });
  });

  test('lists an unquoted USDC payment with its refund and a reason for the payer', async () => {
    // Block times are whole seconds: a payment in the second of the depeg counts as before it.
    await live.world.pass(2 * SECOND_MS);
    const posted = await user.pay('USDC', '9.87');
    await live.world.pass(2 * SECOND_MS);
    expect(await user.post('USDC', '9.87', posted)).toMatchObject({
      status: 422,
      body: { code: 'DEPOSIT_OFF_PEG' },
    });
    await live.round(2 * MINUTE_MS);
    await live.round(2 * MINUTE_MS);
    expect(await user.bonds()).toEqual([]);
    const { body } = await (await live.world.owner())(listDeposits);
    expect(body).toMatchObject([{ signature: posted, refundProposed: true }]);
    const history = await user.call(getHistory, { params: { userId: user.id } });
    expect(history.body.all).toMatchObject([
      { type: 'bond', status: 'failed', note: expect.stringContaining('USDC was off its peg') },
    ]);
  });

  test('keeps refundable payments from Verify and Auto-Fix, announced or not', async () => {
    const hopeful = await live.world.user();
    expect((await hopeful.post('USDC', '9870')).body).toMatchObject({ status: 'pending' });
    await hopeful.pay('USDC', '9870');
    await live.round(2 * MINUTE_MS);
    await live.round(2 * MINUTE_MS);
    const owner = await live.world.owner();
    expect((await owner(verifyBlockchain, { body: {} })).body).toMatchObject({ txHashesStored: 0 });
    const { body } = await owner(fixAll);
    expect(body).toMatchObject({ changes: [] });
    const told = expect.stringContaining('its payer was told that it goes back');
    expect(body.notes).toEqual([told, told]);
    expect(await hopeful.bonds()).toMatchObject([{ status: 'pending' }]);
    expect(await user.bonds()).toEqual([]);
  });

  test('ends at the peg: bonds resume, and earlier quotes keep their price', async () => {
    live.say({ SOL: '150', USDC: '1.02' });
    await live.round(2 * MINUTE_MS);
    expect(await offPeg()).toBeNull();
    const { entries } = (await (await live.world.owner())(getLog)).body;
    expect(entries[0]).toMatchObject({ call: 'resume bonds in USDC', after: { usdc: '1.020000' } });
    const quote = await user.quote('USDC', '9.87');
    live.say({ SOL: '150', USDC: '1.03' });
    await live.round(2 * MINUTE_MS);
    expect(await quoted('USDC')).toEqual([503, 'USDC_OFF_PEG']);
    expect(live.alerts()).toMatchObject([{ usdc: '1.030000' }]);
    const paid = await user.pay('USDC', '9.87', quote.reference);
    await live.world.pass(2 * SECOND_MS);
    expect((await user.post('USDC', '9.87', paid)).body).toMatchObject({
      status: 'confirmed',
      lmtAmount: '0.01000000',
    });
  });
});
