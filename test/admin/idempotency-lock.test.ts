import { expect, test } from 'vitest';
import { emergencyPause } from '#contract/users/admin-session';
import { assignDeposit, listDeposits } from '#contract/payments/admin-deposits';
import { listMovements, nameMovement } from '#contract/treasury/admin-movements';
import { editUser } from '#contract/users/admin-users';
import { editVault } from '#contract/vaults/admin-vaults';
import { claimBond, openBond } from '#contract/bonds/bonds';
import { getStatus } from '#contract/terms/protocol';
import { DAY_MS } from '#domain/base/time';
import { changeSettings } from '#contract/terms/settings';
import { getHoldings, putHoldings } from '#contract/treasury/treasury';
import type { Database } from '#server/kernel/db/database';
import { World } from '#test/world';
import type { Node } from '#test/world/node';
import { paymentOf, send, units } from '#test/world/wallet';

/** Database wrapper that blocks the first statement with this name until released. */
function pausing(database: Database, name: string) {
  let reached = (): void => {};
  let letGo = (): void => {};
  const isReached = new Promise<void>((done) => (reached = done));
  const isLetGo = new Promise<void>((done) => (letGo = done));
  let waits = true;
  const paused: Database = {
    ...database,
    async query(statement, params) {
      const rows = await database.query(statement, params);
      if (statement.name === name && waits) {
        waits = false;
        reached();
        await isLetGo;
      }
      return rows as never;
    },
  };
  return { database: paused, isReached, letGo };
}

test('a key locked for over 60 s executes once, and its repetition returns the same response', async () => {
  const world = await World.open();
  const [owner, user] = [await world.owner(), await world.user({ sol: '1', usdc: '0' })];
  const slow = pausing(world.node.parts.database, 'user-facts');
  const node = await world.restart({ database: slow.database });
  const asked = {
    params: { id: user.id },
    body: { adjustment: { direction: 'credit', amount: '1.5' } },
    headers: { 'idempotency-key': 'held' },
  };
  const first = owner(editUser, asked, node);
  await slow.isReached;
  await world.rows(`update idempotency_keys set created_at = created_at - interval '61 seconds'`);
  const second = await owner(editUser, asked);
  slow.letGo();
  expect([second.status, second.body.unstakedLMT]).toEqual([200, '1.50000000']);
  expect(await first).toMatchObject({ status: 200, body: second.body });
  expect((await user.portfolio()).unstakedLMT).toBe('1.50000000');
  expect(await world.count(`admin_log where call like 'PUT %'`)).toBe(1);
  await world.close();
});

test('a request that waited for its key is refused if a pause began meanwhile', async () => {
  const world = await World.open();
  const [owner, user] = [await world.owner(), await world.user({ usdc: '1000' })];
  const { id } = await user.bond('USDC', '987');
  await world.advance(DAY_MS);
  const { database } = world.node.parts;
  const holding = pausing(database, 'idempotency-claim');
  const waiting = pausing(database, 'idempotency-recall');
  const [node, other] = [
    await world.restart({ database: holding.database }),
    await world.restart({ database: waiting.database }),
  ];
  const asked = {
    params: { id },
    body: { status: 'completed' },
    headers: { 'idempotency-key': 'k' },
  };
  const first = user.call(claimBond, asked, node);
  await holding.isReached;
  const second = user.call(claimBond, asked, other);
  await waiting.isReached;
  await owner(emergencyPause, { body: { paused: true } });
  await world.rows(`update idempotency_keys set created_at = created_at - interval '61 seconds'`);
  waiting.letGo();
  expect(await second).toMatchObject({ status: 503, body: { code: 'PAUSED' } });
  await owner(emergencyPause, { body: { paused: false } });
  holding.letGo();
  expect(await first).toMatchObject({ status: 200, body: { status: 'completed' } });
  await world.close();
});

/** Database wrapper that stores no response, like a node that died after executing. */
const dying = (database: Database): Database => ({
  ...database,
  query: (statement, params) =>
    statement.name === 'idempotency-keep' ? Promise.resolve([]) : database.query(statement, params),
});

test('a request executed by a node that then died is not executed again a minute later', async () => {
  const world = await World.open();
  const [owner, user] = [await world.owner(), await world.user({ usdc: '0' })];
  await user.bonded('2');
  const vault = await user.staked('1');
  const node = await world.restart({ database: dying(world.node.parts.database) });
  type Asking = (on?: Node) => Promise<{ readonly status: number; readonly body: unknown }>;
  /** Loses the first response, runs `meanwhile`, and repeats the request. Returns the second response. */
  const twice = async (ask: Asking, meanwhile = async (): Promise<unknown> => null) => {
    await ask(node);
    await meanwhile();
    await world.rows(`update idempotency_keys set created_at = created_at - interval '61 seconds'`);
    return ask();
  };
  const headers = (key: string) => ({ 'idempotency-key': key });

  const credited = await twice((on) => {
    const body = { adjustment: { direction: 'credit', amount: '1.5' } };
    return owner(editUser, { params: { id: user.id }, body, headers: headers('credit') }, on);
  });
  expect(credited).toMatchObject({ status: 200, body: { unstakedLMT: '2.50000000' } });
  expect((await user.portfolio()).unstakedLMT).toBe('2.50000000');

  let vestingEndTime = '';
  const edited = await twice(
    (on) => {
      const options = { params: { vaultId: vault.id }, body: { status: 'vesting' } };
      return owner(editVault, { ...options, headers: headers('vesting') }, on);
    },
    async () => {
      vestingEndTime = (await user.onlyStake()).vestingEndTime;
      await world.pass(60_000);
    },
  );
  expect(edited).toMatchObject({ status: 200, body: { vestingEndTime } });
  expect((await user.onlyStake()).vestingEndTime).toBe(vestingEndTime);

  const price = (usdc: string, key: string, on?: Node) =>
    owner(changeSettings, { body: { lmtPriceUSDC: usdc }, headers: headers(key) }, on);
  const priced = await twice(
    (on) => price('1000', 'first price', on),
    () => price('1100', 'next'),
  );
  expect(priced).toMatchObject({ status: 200, body: { lmtPriceUSDC: '1000.000000' } });
  expect(await world.count('lmt_prices where price = 1000000000')).toBe(1);

  const pause = (paused: boolean, key: string, on?: Node) =>
    owner(emergencyPause, { body: { paused }, headers: headers(key) }, on);
  const paused = await twice(
    (on) => pause(true, 'pause', on),
    () => pause(false, 'resume'),
  );
  expect(paused).toMatchObject({ status: 200, body: { paused: true } });
  expect((await world.call(getStatus)).body.paused).toBe(false);

  const hold = (amount: string, key: string, on?: Node) =>
    owner(putHoldings, { body: { symbol: 'BTC', amount }, headers: headers(key) }, on);
  const held = await twice(
    (on) => hold('1', 'first amount', on),
    () => hold('2', 'next amount'),
  );
  const bitcoin = expect.objectContaining({ symbol: 'BTC', amount: '1.00000000' });
  expect(held).toMatchObject({ status: 200, body: expect.arrayContaining([bitcoin]) });
  expect((await world.call(getHoldings)).body).toContainEqual(
    expect.objectContaining({ symbol: 'BTC', amount: '2.00000000' }),
  );

  const announced = await twice((on) => {
    const body = { userId: user.id, tokenType: 'USDC', amount: '987' };
    return user.call(openBond, { body, headers: headers('bond') }, on);
  });
  expect(announced.status).toBe(201);
  expect(await world.count(`bonds where status = 'pending'`)).toBe(1);

  const stranger = await world.fundedWallet('2', '0');
  for (const sol of ['0.5', '1']) {
    const payment = await paymentOf(stranger, world.till, {
      token: 'SOL',
      amount: units('SOL', sol),
    });
    await send(world.net, stranger, [payment]);
  }
  await world.pass(15_000);
  await world.settle();
  await world.pass(61_000);
  await world.settle();
  const deposits = (await owner(listDeposits)).body;
  const deposit = deposits.find(({ amount }) => amount === '1.000000000');
  const assigned = await twice((on) => {
    const options = { params: { id: deposit!.id }, body: { userId: user.id } };
    return owner(assignDeposit, { ...options, headers: headers('assign') }, on);
  });
  expect(assigned).toMatchObject({ status: 201, body: { amount: '1.000000000' } });

  const movementOf = async () =>
    (await owner(listMovements)).body.movements.find(({ amount }) => amount === '0.500000000')!;
  const { id } = await movementOf();
  const name = (label: string, key: string, on?: Node) =>
    owner(nameMovement, { params: { id }, body: { label }, headers: headers(key) }, on);
  const named = await twice(
    (on) => name('own', 'name', on),
    () => name('top-up', 'other name'),
  );
  expect(named).toMatchObject({ status: 200, body: { label: 'own' } });
  expect((await movementOf()).label).toBe('top-up');
  await world.close();
});
