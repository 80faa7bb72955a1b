import { afterEach, expect, test } from 'vitest';
import { listDeposits, assignDeposit } from '#contract/payments/admin-deposits';
import { getLog } from '#contract/audit/admin-log';
import { deleteBond, deleteUser, editUser, listUsers } from '#contract/users/admin-users';
import { deleteVault, editVault, listVaults } from '#contract/vaults/admin-vaults';
import { refundDeposit } from '#contract/payouts/admin-sells';
import { getAnalytics, getHistory } from '#contract/portfolio/portfolio';
import { sellLmt } from '#contract/sells/sells';
import { DAY_MS, SECOND_MS, WEEK_MS } from '#domain/base/time';
import { onOneDatabase } from '#test/databases';
import { World } from '#test/world';
import { held } from '#test/world/wallet';

const NOWHERE = '00000000-0000-7000-8000-000000000000';

onOneDatabase('corrections by the owner', (fresh) => {
  const world = World.forTests({ fresh });
  const owner = world.ownerForTests();
  afterEach(() => world.expectSound());
  const user = async (lmt: string) => (await world.user()).bonded(lmt);

  test('corrections refuse unknown ids and impossible values', async () => {
    const params = { id: NOWHERE };
    const vault = { vaultId: NOWHERE };
    const named = { body: { username: 'x' } };
    expect((await owner(editUser, { params, ...named })).status).toBe(404);
    expect((await owner(deleteUser, { params })).status).toBe(404);
    expect((await owner(deleteBond, { params })).status).toBe(404);
    expect((await owner(editVault, { params: vault, body: {} })).status).toBe(404);
    expect((await owner(deleteVault, { params: vault })).status).toBe(404);
    expect((await owner(editUser, { params, body: {} })).status).toBe(400);
    for (const amount of ['-1', '1e3', ' 1', 1e-9, 0.1 + 0.2]) {
      const answer = await owner(editVault, { params: vault, body: { amount } });
      expect([400, 422], String(amount)).toContain(answer.status);
    }
    expect((await owner(listUsers, { query: { cursor: 'x' } })).status).toBe(400);
  });

  test('deleting a claimed bond before a late sweep takes LMT released by a window’s end', async () => {
    const holder = await user('2');
    const bond = await holder.onlyBond();
    await holder.staked('2');
    await world.advance(WEEK_MS);
    // The window ends before any job runs.
    await world.pass(DAY_MS);
    const deleted = await owner(deleteBond, { params: { id: bond.id } });
    expect(deleted).toMatchObject({ status: 200, body: { shortfall: '0.00000000' } });
    const left = { totalStaked: '0.00000000', unstakedLMT: '0.38356164' };
    expect(await holder.portfolio()).toMatchObject(left);
    await world.settle();
    expect(await holder.portfolio()).toMatchObject(left);
  });

  test('users are credited, debited down to 0, renamed, found by wallet and name, and paged', async () => {
    const holder = await user('2');
    const params = { id: holder.id };
    const adjust = (direction: string, amount: string) =>
      owner(editUser, { params, body: { adjustment: { direction, amount }, reason: 'by hand' } });
    expect((await adjust('credit', '1.5')).body.unstakedLMT).toBe('3.50000000');
    expect(await adjust('debit', '3.50000001')).toMatchObject({
      status: 422,
      body: { code: 'DEBIT_TOO_LARGE', error: 'The user has only 3.50000000 LMT unstaked' },
    });
    expect((await adjust('debit', '3.5')).body.unstakedLMT).toBe('0.00000000');
    expect((await adjust('credit', '0')).status).toBe(422);
    const renamed = await owner(editUser, { params, body: { username: 'Ada 100%' } });
    expect(renamed.body.username).toBe('Ada 100%');
    const id = holder.id.slice(0, 20).toUpperCase();
    for (const search of [holder.address.slice(3, 12), 'da 100%', id]) {
      const found = await owner(listUsers, { query: { search } });
      expect(found.body.map(({ id }) => id)).toEqual([holder.id]);
      expect(found.headers['x-total-count']).toBe('1');
    }
    const first = await owner(listUsers, { query: { limit: '1' } });
    const cursor = String(first.headers['x-next-cursor']);
    const second = await owner(listUsers, { query: { limit: '1', cursor } });
    expect(second.body[0]!.id).not.toBe(first.body[0]!.id);
    const { entries, holds } = (await owner(getLog, { query: { search: 'by hand' } })).body;
    expect(holds).toBe(true);
    expect(entries.map(({ after }) => (after as { unstakedLMT: string }).unstakedLMT)).toEqual([
      '0.00000000',
      '3.50000000',
    ]);
  });

  test('a vault’s amount, rewards, times and status are corrected with entries, and deletion returns its LMT', async () => {
    const holder = await user('10');
    const { id: vaultId } = await holder.staked('5');
    const edit = (body: object) => owner(editVault, { params: { vaultId }, body });
    expect((await edit({ amount: 6, reason: 'more' })).body.amount).toBe('6.00000000');
    expect((await edit({ rewardsAccrued: '0.5' })).body.rewardsAccrued).toBe('0.50000000');
    const started = new Date(Date.parse((await holder.onlyStake()).vaultStartTime!) - 7 * DAY_MS);
    const moved = await edit({
      vaultStartTime: started.toISOString(),
      vaultEndTime: new Date(started.getTime() + 7 * DAY_MS).toISOString(),
    });
    expect(moved.body).toMatchObject({ phase: 'window', status: 'active' });
    expect((await edit({ vaultEndTime: started.toISOString() })).status).toBe(422);
    const far = await edit({ vaultEndTime: '9999-12-31T12:00:00Z' });
    expect([far.status, far.body.error]).toEqual([
      422,
      'vaultEndTime must be within 365 days of now',
    ]);
    const compounded = {
      vaultStartTime: '2006-01-01T00:00:00Z',
      vaultEndTime: '2006-01-08T00:00:00Z',
    };
    expect((await edit({ ...compounded, autoRestakeEnabled: true })).status).toBe(422);
    const unread = await edit({ vaultEndTime: '9999-12-31T23:59:59-10:00' });
    expect([unread.status, unread.body.code]).toEqual([400, 'MALFORMED']);
    const { vaultStartTime, vaultEndTime } = moved.body;
    expect(await holder.onlyStake()).toMatchObject({ vaultStartTime, vaultEndTime });
    expect((await edit({ status: 'vesting' })).body).toMatchObject({ phase: 'vesting' });
    const listed = await owner(listVaults, { query: { search: vaultId.toUpperCase() } });
    expect(listed.body).toMatchObject([{ id: vaultId, walletAddress: holder.address }]);
    const gone = await owner(deleteVault, { params: { vaultId } });
    expect(gone.body.status).toBe('completed');
    expect(await holder.stakes()).toEqual([]);
    expect(await holder.portfolio()).toMatchObject({ unstakedLMT: '11.00000000' });
    expect((await owner(deleteVault, { params: { vaultId } })).status).toBe(404);
  });

  test('a completed vault is reopened from unstaked LMT, or refused if that is gone', async () => {
    const holder = await user('10');
    const { id: vaultId } = await holder.staked('5');
    const params = { vaultId };
    const edit = (body: object) => owner(editVault, { params, body });
    const unstaked = async () => (await holder.portfolio()).unstakedLMT;
    const done = await edit({ status: 'completed' });
    expect(done.body).toMatchObject({ amount: '0.00000000', releasedAmount: '5.00000000' });
    expect(await unstaked()).toBe('10.00000000');
    const reopened = await edit({ status: 'active', cycleNumber: 4 });
    expect(reopened.body).toMatchObject({
      status: 'active',
      phase: 'running',
      amount: '5.00000000',
      cycleNumber: 4,
      completedAt: null,
      releasedAmount: '0.00000000',
    });
    expect(await unstaked()).toBe('5.00000000');
    await world.advance(8 * DAY_MS);
    const [released] = (await owner(listVaults, { query: { search: vaultId } })).body;
    expect(released).toMatchObject({ status: 'completed', releasedAmount: '5.95890410' });
    const away = { adjustment: { direction: 'debit', amount: '5.5' } };
    await owner(editUser, { params: { id: holder.id }, body: away });
    expect(await edit({ status: 'vesting' })).toMatchObject({
      status: 422,
      body: {
        code: 'DEBIT_TOO_LARGE',
        error: 'The user has only 5.45890410 LMT unstaked',
      },
    });
    expect(await unstaked()).toBe('5.45890410');
    expect((await edit({ amount: 1 })).status).toBe(422);
    expect((await edit({ status: 'vesting', amount: '5' })).body).toMatchObject({
      phase: 'vesting',
      amount: '5.00000000',
    });
    expect(await unstaked()).toBe('0.45890410');
    const { body: told } = await holder.call(getHistory, { params: { userId: holder.id } });
    expect(told.all.find(({ type }) => type === 'stake')).toMatchObject({
      amount: '5.00000000',
      note: 'Vault reopened by the owner',
    });
  });

  test('a corrected completed vault stays completed, and its deletion keeps what it returned', async () => {
    const holder = await user('10');
    const { id: vaultId } = await holder.staked('5');
    const params = { vaultId };
    await world.advance(8 * DAY_MS);
    const corrected = await owner(editVault, { params, body: { cycleNumber: 3 } });
    expect([corrected.status, corrected.body]).toMatchObject([
      200,
      { status: 'completed', cycleNumber: 3, releasedAmount: '5.95890410' },
    ]);
    expect((await holder.eligibility()).reason).toBe('24-hour restaking window expired');
    expect((await owner(deleteVault, { params })).status).toBe(200);
    expect(await holder.stakes()).toEqual([]);
    const { unstakedLMT, totalEarnings } = await holder.portfolio();
    expect([unstakedLMT, totalEarnings]).toEqual(['10.95890410', '0.95890410']);
    const drawn = await holder.call(getAnalytics, { params: { userId: holder.id } });
    expect(drawn.body.curve.at(-1)).toMatchObject({ earned: totalEarnings });
  });

  test('a correction of an outdated version is refused, and accrued rewards stay unchanged', async () => {
    const holder = await user('10');
    const { id: vaultId } = await holder.staked('5');
    await world.advance(DAY_MS);
    const [read] = (await owner(listVaults, { query: { search: vaultId } })).body;
    const { amount, status, cycleNumber, rewardsAccrued, autoRestakeEnabled } = read!;
    const { vaultStartTime, vaultEndTime, version } = read!;
    const seven = { amount, status, cycleNumber, rewardsAccrued, autoRestakeEnabled };
    const whole = { ...seven, vaultStartTime, vaultEndTime, version };
    const save = (body: object) => owner(editVault, { params: { vaultId }, body });
    await world.advance(DAY_MS);
    const saved = await save({ ...whole, cycleNumber: 2 });
    expect(saved.body).toMatchObject({ cycleNumber: 2, vaultEndTime });
    const untouched = (await holder.onlyStake()).rewardsAccrued;
    expect(Number(untouched)).toBeGreaterThan(Number(rewardsAccrued) * 1.9);
    expect(await save({ ...whole, autoRestakeEnabled: true })).toMatchObject({
      status: 409,
      body: { code: 'VAULT_CHANGED' },
    });
    expect(await holder.onlyStake()).toMatchObject({ autoRestakeEnabled: false, cycleNumber: 2 });
    const again = await save({ ...whole, cycleNumber: 2, version: saved.body.version });
    expect(again.status).toBe(200);
    // Changes that only time has made count as changes, too.
    await world.advance(6 * DAY_MS);
    const late = await save({ ...whole, cycleNumber: 3, version: again.body.version });
    expect([late.status, late.body.code]).toEqual([409, 'VAULT_CHANGED']);
    expect((await save({ ...whole, version: 'x' })).status).toBe(400);
  });

  test('a deleted bond is void or a shortfall, and its payment becomes a deposit to assign or refund', async () => {
    const holder = await world.user();
    const locked = await holder.bond('USDC', '987');
    const early = await owner(deleteBond, { params: { id: locked.id } });
    expect([early.status, early.body.code]).toEqual([409, 'BOND_NOT_FINALIZED']);
    expect((await owner(deleteUser, { params: { id: holder.id } })).status).toBe(409);
    await world.settleAfter(20 * SECOND_MS);
    const voided = await owner(deleteBond, { params: { id: locked.id } });
    expect(voided.body).toMatchObject({ shortfall: '0.00000000' });
    expect(await holder.bonds()).toEqual([]);
    const claimed = await holder.bond('USDC', '1974');
    await world.advance(DAY_MS);
    await holder.claim(claimed.id);
    const away = { adjustment: { direction: 'debit', amount: '0.5' } };
    await owner(editUser, { params: { id: holder.id }, body: away });
    const short = await owner(deleteBond, {
      params: { id: claimed.id },
      query: { reason: 'fake' },
    });
    expect(short.body.shortfall).toBe('0.50000000');
    expect(await holder.portfolio()).toMatchObject({ unstakedLMT: '0.00000000' });
    const open = (await owner(listDeposits)).body.filter((d) => d.sender === holder.address);
    expect(open.map(({ amount }) => amount)).toEqual(['987.000000', '1974.000000']);
    // Assigned and deleted again, it is the same deposit; then it is refunded.
    const params = { id: voided.body.depositId! };
    const again = await owner(assignDeposit, { params, body: { userId: holder.id } });
    expect(again.status).toBe(201);
    const twice = await owner(deleteBond, { params: { id: again.body.id } });
    expect(twice.body.depositId).toBe(params.id);
    expect((await owner(refundDeposit, { params, body: {} })).status).toBe(200);
    await world.settleAfter(20 * SECOND_MS);
  });

  test('a deleted user’s fee credit becomes a deposit of their wallet, and is refunded to it', async () => {
    const holder = await user('10');
    const quote = await holder.feeQuote('1');
    const early = await holder.pay('SOL', '0.3', quote.reference);
    await world.pass(1_200);
    expect((await holder.postStake('1', early)).status).toBe(201);
    const paid = await holder.pay('SOL', '0.5', (await holder.feeQuote('2')).reference);
    await world.pass(1_200);
    expect((await holder.postStake('100', paid)).body).toMatchObject({
      code: 'INSUFFICIENT_BALANCE',
    });
    const remove = () => owner(deleteUser, { params: { id: holder.id } });
    expect(await remove()).toMatchObject({ status: 409, body: { code: 'FEE_NOT_FINALIZED' } });
    await world.settleAfter(20 * SECOND_MS);
    const [before] = await world.rows<{ amount: bigint }>(
      `select amount from balances where ref = $1 and kind = 'credit'`,
      [holder.id],
    );
    expect(before?.amount).toBe(701_300_000n);
    expect((await remove()).status).toBe(200);
    const [left] = await world.rows<{ amount: bigint }>(
      `select amount from balances where ref = $1 and kind = 'credit'`,
      [holder.id],
    );
    expect(left?.amount).toBe(0n);
    const credit = (await owner(listDeposits)).body.find(
      ({ sender, ofCredit }) => ofCredit && sender === holder.address,
    );
    expect(credit).toMatchObject({ amount: '0.701300000', tokenType: 'SOL', signature: paid });
    const params = { id: credit!.id };
    const back = await world.signedIn(holder.wallet);
    expect(await owner(assignDeposit, { params, body: { userId: back.id } })).toMatchObject({
      status: 409,
      body: { code: 'DEPOSIT_OF_CREDIT' },
    });
    const had = await held(world, holder.address, 'SOL');
    expect((await owner(refundDeposit, { params, body: {} })).status).toBe(200);
    await world.settleAfter(20 * SECOND_MS);
    expect((await held(world, holder.address, 'SOL')) - had).toBe(701_300_000n);
  });

  test('a deleted user leaves only history and deposits, and the wallet returns as a new user', async () => {
    const holder = await user('10');
    await holder.staked('4');
    await holder.bond('USDC', '987');
    await world.advance(7 * DAY_MS);
    const asked = { userId: holder.id, amount: '2', payoutToken: 'SOL' };
    expect((await holder.call(sellLmt, { body: asked })).status).toBe(201);
    const gone = await owner(deleteUser, { params: { id: holder.id }, query: { reason: 'asked' } });
    expect(gone.status, JSON.stringify(gone.body)).toBe(200);
    const kept = await world.rows<{ kind: string; amount: bigint }>(
      `select kind, amount from balances where user_id = $1 and amount <> 0 and kind <> 'deposit'`,
      [holder.id],
    );
    expect(kept).toEqual([]);
    const listed = (await owner(listDeposits)).body.filter((d) => d.sender === holder.address);
    expect(listed).toHaveLength(2);
    expect((await holder.call(sellLmt, { body: asked })).status).toBe(401);
    expect((await owner(listUsers, { query: { search: holder.address } })).body).toEqual([]);
    const back = await world.signedIn(holder.wallet);
    expect(back.id).not.toBe(holder.id);
    expect(await back.portfolio()).toMatchObject({ totalLMT: '0.00000000' });
  });
});
