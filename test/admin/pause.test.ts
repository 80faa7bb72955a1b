import { expect, test, vi } from 'vitest';
import { emergencyPause } from '#contract/users/admin-session';
import { listDeposits } from '#contract/payments/admin-deposits';
import { getUser, logout, postUser } from '#contract/users/auth';
import { claimBond, listBonds, openBond, quoteBond } from '#contract/bonds/bonds';
import { airdrop, getLocal, moveClock } from '#contract/base/local';
import { getHistory, getPortfolio, getTransactions } from '#contract/portfolio/portfolio';
import { getSettings, getStatus } from '#contract/terms/protocol';
import { DAY_MS, SECOND_MS } from '#domain/base/time';
import { onOneDatabase } from '#test/databases';
import { World } from '#test/world';

// Some tests open a world, which is slow under load.
vi.setConfig({ testTimeout: 120_000 });

onOneDatabase('emergency pause', (fresh) => {
  test('stops quotes, bonds and claims on every node at once, and only those, until resumed', async () => {
    const world = await World.open({ fresh });
    const [, second] = await world.nodes(2);
    const [owner, user, other] = [await world.owner(), await world.user(), await world.user()];
    const bond = await user.bond('USDC', '987');
    const unannounced = await user.pay('USDC', '1974');
    const { body: before } = await user.call(getPortfolio, { params: { userId: user.id } });
    const paused = await owner(emergencyPause, { body: { paused: true, reason: 'an exploit' } });
    expect(paused.body).toMatchObject({ paused: true });
    const stopped = async (node = second) => [
      await user.call(quoteBond, { body: { tokenType: 'SOL', amount: '1' } }, node),
      await user.call(openBond, { body: { userId: user.id, tokenType: 'SOL', amount: '1' } }, node),
      await user.claim(bond.id, node),
    ];
    for (const { status, body, headers } of await stopped()) {
      expect([status, body.code, headers['retry-after']]).toEqual([503, 'PAUSED', '10']);
      expect(body).toMatchObject({ since: paused.body.pausedSince });
    }
    // Session and ownership are checked before the pause, the body afterwards.
    const quote = { body: { tokenType: 'SOL', amount: '-1' } };
    expect((await world.call(quoteBond, quote)).status).toBe(401);
    expect((await user.call(quoteBond, quote)).status).toBe(503);
    expect((await user.call(openBond, { text: '{' })).status).toBe(503);
    expect((await user.call(openBond, { body: { userId: other.id } })).status).toBe(403);
    expect((await other.claim(bond.id)).status).toBe(403);

    const params = { userId: user.id };
    const wallet = { walletAddress: user.address };
    const goOn = [
      await user.call(getPortfolio, { params }, second),
      await user.call(listBonds, { params }),
      await user.call(getTransactions, { params }),
      await user.call(getHistory, { params }),
      await user.call(getUser, { params: wallet }),
      await user.call(postUser, { body: wallet }),
      await world.call(getSettings),
      await world.call(getStatus),
      await world.call(getLocal),
      await world.call(airdrop, { body: { ...wallet, sol: '1' } }),
      await world.call(moveClock, { body: { advanceMs: DAY_MS } }),
      await owner(listDeposits, {}, second),
      await (await world.signedIn(user.wallet, second)).call(logout),
    ];
    expect(goOn.map(({ status }) => status)).toEqual(goOn.map(() => 200));
    // The watcher keeps running: payments become bonds, and locks end.
    expect((await user.bonds()).map(({ transactionHash }) => transactionHash)).toContain(
      unannounced,
    );
    expect((await user.bonds()).find(({ id }) => id === bond.id)).toMatchObject({
      claimable: true,
    });

    // A repetition changes nothing, and a new server starts paused.
    const again = await owner(emergencyPause, { body: { paused: true } }, second);
    expect(again.body.pausedSince).toBe(paused.body.pausedSince);
    const restarted = await world.restart();
    expect((await world.call(getStatus, {}, restarted)).body).toMatchObject({ paused: true });
    for (const { status } of await stopped(restarted)) expect(status).toBe(503);
    expect(await world.count('admin_log')).toBe(1);

    const resumed = await Promise.all(
      [world.node, second, restarted].map((node) =>
        owner(emergencyPause, { body: { paused: false, reason: 'over' } }, node),
      ),
    );
    for (const { body } of resumed)
      expect(body).toMatchObject({ paused: false, pausedSince: null });
    const log = await world.rows<{ call: string; reason: string; actor: string; after: string }>(
      'select actor, call, reason, after from admin_log order by seq',
    );
    expect(log).toMatchObject([
      { call: 'POST /api/admin/emergency-pause', reason: 'an exploit', after: '{"paused":true}' },
      { reason: 'over', actor: world.node.parts.ownerWallet, after: '{"paused":false}' },
    ]);
    expect((await user.claim(bond.id, second)).body).toMatchObject({ status: 'completed' });
    const { body: after } = await user.call(getPortfolio, { params });
    expect([before.unstakedLMT, after.unstakedLMT]).toEqual(['0.00000000', '1.00000000']);
    await world.close();
  });

  test('refuses a stake that waits for its fee, and keeps the fee as credit', async () => {
    const world = await World.open({ fresh });
    const [owner, user] = [await world.owner(), await (await world.user()).bonded('10')];
    const signature = await user.payFee(await user.feeQuote('1'));
    await world.pass(2 * SECOND_MS);
    const { paymentWaits } = world.node.parts;
    const wait = paymentWaits.wait.bind(paymentWaits);
    vi.spyOn(paymentWaits, 'wait').mockImplementationOnce(async (...asked) => {
      await owner(emergencyPause, { body: { paused: true } });
      return wait(...asked);
    });
    const stopped = { status: 503, body: { code: 'PAUSED' } };
    expect(await user.postStake('1', signature)).toMatchObject(stopped);
    expect(await user.stakes()).toEqual([]);
    await owner(emergencyPause, { body: { paused: false } });
    expect((await user.postStake('1', signature)).status).toBe(201);
    await world.close();
  });

  test('refuses malformed switches', async () => {
    const world = await World.open({ fresh });
    const owner = await world.owner();
    for (const body of [{}, { paused: 'true' }, { paused: 1 }, { paused: true, reason: 7 }]) {
      expect((await owner(emergencyPause, { body })).status).toBe(400);
    }
    const reason = 'a\u0000b';
    expect((await owner(emergencyPause, { body: { paused: true, reason } })).status).toBe(400);
    expect((await world.call(getStatus)).body).toMatchObject({ paused: false });
    expect(await world.count('pause_events')).toBe(0);
    const user = await world.user();
    const body = { status: 'completed' };
    expect((await user.call(claimBond, { params: { id: 'x' }, body })).status).toBe(400);
    await world.close();
  });
});
