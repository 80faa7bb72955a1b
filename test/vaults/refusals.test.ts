import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { emergencyPause } from '#contract/users/admin-session';
import type { Endpoint } from '#contract/base/endpoint';
import {
  type StakeJson,
  activateStake,
  chooseAutoRestake,
  completeStake,
  getFeeQuote,
  listStakes,
  openStake,
  restakeStake,
  withdraw,
} from '#contract/vaults/vaults';
import { DAY_MS, HOUR_MS } from '#domain/base/time';
import { HOSTILE_AMOUNTS, TOO_LARGE } from '#test/support/hostile-amounts';
import { World } from '#test/world';
import type { CallOptions } from '#test/world/call';
import type { TestUser } from '#test/world/user';
import { holderOf, stakeOf, stakerOf, ledgerBalances } from './stakers.ts';

const NOBODY = '00000000-0000-7000-8000-000000000000';
const SIGNATURE = '5'.repeat(88);

type Case = readonly [Endpoint, CallOptions];

/** Calls about a user's stakes, as that user makes them. */
const callsOf = ({ id: userId }: TestUser, stakeId: string): Case[] => [
  [getFeeQuote, { query: { amount: '1' } }],
  [openStake, { body: { userId, amount: '1' } }],
  [activateStake, { params: { stakeId } }],
  [restakeStake, { params: { stakeId } }],
  [completeStake, { params: { id: stakeId }, body: { status: 'completed' } }],
  [chooseAutoRestake, { params: { id: stakeId }, body: { enabled: true } }],
  [withdraw, { params: { stakeId }, body: { amount: '0.1' } }],
  [listStakes, { params: { userId } }],
];
const onVault = ([endpoint]: Case): boolean => /\{(id|stakeId)\}/.test(endpoint.path);
const isRead = ([{ method }]: Case): boolean => method === 'GET';

describe('stake calls', () => {
  const world = World.forTests();
  let user: TestUser;
  let other: TestUser;
  let calls: Case[];
  /** One vault of the user in each phase. */
  const phase = { vesting: '', ready: '', running: '', window: '', completed: '' };
  beforeAll(async () => {
    [user, other] = [await stakerOf(world, '100'), await holderOf(world, '100')];
    phase.completed = await stakeOf(user, '5');
    await world.advance(DAY_MS);
    await user.activate(phase.completed);
    phase.window = await stakeOf(user, '5');
    await world.advance(DAY_MS);
    await user.activate(phase.window);
    await world.advance(6 * DAY_MS);
    phase.running = await stakeOf(user, '5');
    phase.ready = await stakeOf(user, '5');
    await world.advance(DAY_MS + HOUR_MS);
    await user.activate(phase.running);
    phase.vesting = await stakeOf(user, '5');
    calls = callsOf(user, phase.window);
  });
  afterEach(() => world.expectSound());

  const codeOf = async (answer: Promise<{ status: number; body: { code?: string } }>) => {
    const { status, body } = await answer;
    return [status, body.code];
  };
  const vault = async (id: string): Promise<StakeJson> =>
    (await user.stakes()).find((stake) => stake.id === id)!;

  test('let the owner read every user’s stakes, and change none', async () => {
    const owner = await world.owner();
    const { status, body } = await owner(listStakes, { params: { userId: user.id } });
    expect([status, body.length]).toEqual([200, 5]);
    for (const [endpoint, options] of calls.filter(onVault)) {
      expect((await owner(endpoint, options)).status, endpoint.path).toBe(401);
    }
  });

  test('refuse hostile amounts', async () => {
    for (const amount of HOSTILE_AMOUNTS) {
      const named = JSON.stringify(amount);
      const body = { userId: user.id, amount };
      expect((await user.call(openStake, { body })).status, named).toBe(400);
      const taken = user.call(withdraw, { params: { stakeId: phase.window }, body: { amount } });
      expect((await taken).status, named).toBe(400);
      if (typeof amount !== 'string') continue;
      expect((await user.call(getFeeQuote, { query: { amount } })).status, named).toBe(400);
    }
    for (const amount of TOO_LARGE) {
      const tooLarge = [422, 'AMOUNT_OUT_OF_RANGE'];
      expect(await codeOf(user.postStake(amount))).toEqual(tooLarge);
      expect(await codeOf(user.withdraw(phase.window, amount))).toEqual(tooLarge);
      expect(await codeOf(user.call(getFeeQuote, { query: { amount } }))).toEqual(tooLarge);
    }
    expect((await user.call(getFeeQuote)).status).toBe(400);
  });

  test('refuse other malformed fields with 400', async () => {
    const stake = { userId: user.id, amount: '1' };
    for (const wrong of [
      { feeTransactionHash: 7 },
      { feeTransactionHash: '' },
      { feeTransactionHash: '0'.repeat(88) },
      { feeTransactionHash: '5'.repeat(91) },
      { autoRestakeEnabled: 'true' },
      { autoRestakeEnabled: null },
      { amount: undefined },
    ]) {
      const answer = await user.call(openStake, { body: { ...stake, ...wrong } });
      expect(answer.status, JSON.stringify(wrong)).toBe(400);
    }
    const params = { id: phase.window };
    for (const status of ['vesting', 'active', 'Completed', 7, null, undefined]) {
      expect((await user.call(completeStake, { params, body: { status } })).status).toBe(400);
    }
    for (const enabled of ['true', 1, null, undefined]) {
      expect((await user.call(chooseAutoRestake, { params, body: { enabled } })).status).toBe(400);
    }
  });

  test('refuse an unknown vault with 404', async () => {
    for (const [endpoint, options] of callsOf(user, NOBODY).filter(onVault)) {
      const named = `${endpoint.method} ${endpoint.path}`;
      expect(await codeOf(user.call(endpoint, options)), named).toEqual([404, 'NOT_FOUND']);
    }
  });

  test('refuse amounts below the minimum, above the balance, or above the window’s limit with 422', async () => {
    const before = await ledgerBalances(world, user);
    const quote = (amount: string) => codeOf(user.call(getFeeQuote, { query: { amount } }));
    for (const amount of ['0', '0.00000001', '0.00009999']) {
      expect(await codeOf(user.postStake(amount)), amount).toEqual([422, 'BELOW_MINIMUM']);
      expect(await quote(amount), amount).toEqual([422, 'BELOW_MINIMUM']);
    }
    expect(await user.postStake('90.9589041')).toMatchObject({
      status: 422,
      body: { code: 'INSUFFICIENT_BALANCE', available: '80.95890410' },
    });
    const { window } = await vault(phase.window);
    expect(window?.withdrawable).toBe('2.97945205');
    expect(await user.withdraw(phase.window, '2.97945206')).toMatchObject({
      status: 422,
      body: {
        code: 'WITHDRAWAL_LIMIT',
        maximum: '2.97945205',
        error: 'Maximum withdrawable: 2.97945205 LMT (50% of vault)',
      },
    });
    expect(await codeOf(user.withdraw(phase.window, '0'))).toEqual([422, 'AMOUNT_NOT_POSITIVE']);
    expect(await ledgerBalances(world, user)).toEqual(before);
    const poor = await holderOf(world, '1', '0.1');
    // The fee is requested only if its payment would help.
    expect(await codeOf(poor.postStake('2'))).toEqual([422, 'INSUFFICIENT_BALANCE']);
    expect(await quote('90.9589041')).toEqual([422, 'INSUFFICIENT_BALANCE']);
  });

  test('refuse calls at the wrong time with 409, the reason, and the earliest time', async () => {
    const vaults = await user.stakes();
    const time = (id: string, of: 'vestingEndTime' | 'vaultEndTime' | 'restakeWindowEndTime') =>
      vaults.find((stake) => stake.id === id)![of];
    const vesting = ['VAULT_VESTING', time(phase.vesting, 'vestingEndTime')];
    const ready = ['VAULT_NOT_ACTIVATED', time(phase.ready, 'vestingEndTime')];
    const running = ['VAULT_RUNNING', time(phase.running, 'vaultEndTime')];
    const active = ['VAULT_ALREADY_ACTIVE', undefined];
    const completed = ['VAULT_COMPLETED', undefined];
    const open = ['VAULT_IN_WINDOW', time(phase.window, 'restakeWindowEndTime')];
    const asked = async (answer: Promise<{ status: number; body: object }>) => {
      const { status, body } = await answer;
      expect(status, JSON.stringify(body)).toBe(409);
      const { code, possibleAt } = body as { code?: string; possibleAt?: string };
      return [code, possibleAt];
    };
    expect(await asked(user.activate(phase.vesting))).toEqual(vesting);
    expect(await asked(user.activate(phase.running))).toEqual(active);
    expect(await asked(user.activate(phase.window))).toEqual(active);
    expect(await asked(user.activate(phase.completed))).toEqual(completed);
    for (const act of [
      (id: string) => user.withdraw(id, '0.1'),
      // The amount is out of range as well, but the phase is checked first.
      (id: string) => user.withdraw(id, '9999'),
    ]) {
      expect(await asked(act(phase.vesting))).toEqual(vesting);
      expect(await asked(act(phase.ready))).toEqual(ready);
      expect(await asked(act(phase.running))).toEqual(running);
      expect(await asked(act(phase.completed))).toEqual(completed);
    }
    expect(await asked(user.complete(phase.vesting))).toEqual(vesting);
    expect(await asked(user.complete(phase.ready))).toEqual(ready);
    expect(await asked(user.complete(phase.running))).toEqual(running);
    expect(await asked(user.complete(phase.window))).toEqual(open);
    await user.autoRestake(phase.window, true);
    expect(await asked(user.complete(phase.window))).toEqual(['VAULT_AUTO_RESTAKES', undefined]);
    await user.autoRestake(phase.window, false);
    expect(await asked(user.autoRestake(phase.completed, true))).toEqual(completed);
    expect(await user.complete(phase.completed)).toMatchObject({ status: 200 });
  });

  test('refuse a restake in plain text, with code and request in its headers', async () => {
    const texts = await Promise.all(
      [phase.vesting, phase.ready, phase.running, phase.completed].map(async (id) => {
        const { status, body, headers } = await user.restake(id);
        expect(status).toBe(409);
        expect(headers['content-type']).toMatch(/^text\/plain/);
        expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
        return [headers['x-error-code'], body.error];
      }),
    );
    const [vesting, ready, running] = [phase.vesting, phase.ready, phase.running].map(vault);
    expect(texts).toEqual([
      ['VAULT_VESTING', `The stake vests until ${(await vesting!).vestingEndTime}`],
      ['VAULT_NOT_ACTIVATED', `Activate the stake first, from ${(await ready!).vestingEndTime}`],
      ['VAULT_RUNNING', `The vault matures at ${(await running!).vaultEndTime}`],
      ['VAULT_COMPLETED', 'The vault is completed'],
    ]);
    for (const [status, id, by] of [
      [401, phase.window, world],
      [403, phase.window, other],
      [404, NOBODY, user],
      [400, 'x', user],
    ] as const) {
      const answer = await by.call(restakeStake, { params: { stakeId: id } });
      expect([answer.status, answer.headers['content-type']]).toEqual([
        status,
        'text/plain; charset=utf-8',
      ]);
      expect(answer.body.error).not.toContain('{');
    }
  });

  test('refuse everything but reads and the fee quote with 503 while paused, in the usual order', async () => {
    const owner = await world.owner();
    const before = await user.stakes();
    const { body } = await owner(emergencyPause, { body: { paused: true } });
    try {
      for (const each of calls) {
        const [endpoint, options] = each;
        const named = `${endpoint.method} ${endpoint.path}`;
        const mine = await user.call(endpoint, options);
        if (isRead(each)) {
          expect(mine.status, named).toBe(200);
          continue;
        }
        expect(mine, named).toMatchObject({ status: 503, body: { code: 'PAUSED' } });
        if (endpoint !== restakeStake) expect(mine.body).toMatchObject({ since: body.pausedSince });
        expect((await world.call(endpoint, options)).status, named).toBe(401);
        expect((await other.call(endpoint, options)).status, named).toBe(403);
        expect((await user.call(endpoint, { ...options, text: '{' })).status, named).toBe(503);
        const nobody = { ...options, params: { id: NOBODY, stakeId: 'x' } };
        if (onVault(each)) expect((await user.call(endpoint, nobody)).status, named).toBe(503);
      }
      // During a pause no payment is looked up.
      expect((await user.postStake('1', SIGNATURE)).status).toBe(503);
    } finally {
      await owner(emergencyPause, { body: { paused: false } });
    }
    const left = ({ id, amount, status, autoRestakeEnabled }: StakeJson) => [
      id,
      amount,
      status,
      autoRestakeEnabled,
    ];
    expect((await user.stakes()).map(left)).toEqual(before.map(left));
  });
});
