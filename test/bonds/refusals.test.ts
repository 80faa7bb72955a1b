import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { emergencyPause } from '#contract/users/admin-session';
import { claimBond, openBond, quoteBond } from '#contract/bonds/bonds';
import { getPortfolio } from '#contract/portfolio/portfolio';
import { HOUR_MS, SECOND_MS } from '#domain/base/time';
import { HOSTILE_AMOUNTS, TOO_LARGE } from '#test/support/hostile-amounts';
import { World } from '#test/world';
import type { TestUser } from '#test/world/user';

const NOBODY = '00000000-0000-7000-8000-000000000000';

describe('bond refusals', () => {
  const world = World.forTests();
  let user: TestUser;
  let other: TestUser;
  beforeAll(async () => {
    [user, other] = [await world.user(), await world.user()];
  });
  afterEach(() => world.expectSound());

  test('have a fixed order: 401, 403, 503, 400, 404, 409', async () => {
    const owner = await world.owner();
    const mine = await user.bond('USDC', '987');
    const claim = (by: TestUser, id: string, status: unknown) =>
      by.call(claimBond, { params: { id }, body: { status } });
    await owner(emergencyPause, { body: { paused: true } });
    const paused = [
      await world.call(claimBond, { params: { id: mine.id }, body: { status: 7 } }),
      await claim(other, mine.id, 7),
      await claim(user, mine.id, 7),
      await claim(user, NOBODY, 'completed'),
    ];
    await owner(emergencyPause, { body: { paused: false } });
    expect(paused.map(({ status }) => status)).toEqual([401, 403, 503, 503]);
    const running = [
      await claim(other, mine.id, 7),
      await claim(user, NOBODY, 7),
      await claim(user, NOBODY, 'completed'),
      await claim(user, mine.id, 'completed'),
    ];
    expect(running.map(({ status }) => status)).toEqual([403, 400, 404, 409]);
  });

  test('cover hostile amounts in both tokens, paid and expected', async () => {
    for (const amount of HOSTILE_AMOUNTS) {
      const named = JSON.stringify(amount);
      for (const tokenType of ['SOL', 'USDC']) {
        const quoted = await user.call(quoteBond, { body: { tokenType, amount } });
        expect(quoted.status, named).toBe(400);
        const body = { userId: user.id, tokenType, amount };
        expect((await user.call(openBond, { body })).status, named).toBe(400);
      }
      const body = { userId: user.id, tokenType: 'SOL', amount: '1', lmtAmount: amount };
      expect((await user.call(openBond, { body })).status, named).toBe(400);
    }
    for (const amount of TOO_LARGE) {
      expect((await user.call(quoteBond, { body: { tokenType: 'SOL', amount } })).status).toBe(422);
      expect((await user.post('USDC', amount)).status).toBe(422);
    }
    expect(
      await user.call(quoteBond, { body: { tokenType: 'USDC', amount: '1.0000001' } }),
    ).toMatchObject({
      status: 400,
      body: { code: 'AMOUNT_TOO_PRECISE' },
    });
    expect(await world.count('bonds where status = $1', ['pending'])).toBe(0);
  });

  test('cover other malformed fields with 400', async () => {
    const bond = { userId: user.id, tokenType: 'SOL', amount: '1' };
    for (const wrong of [
      { tokenType: 'BTC' },
      { tokenType: 'sol' },
      { tokenType: undefined },
      { transactionSignature: 7 },
      { transactionSignature: '' },
      { transactionSignature: '0'.repeat(88) },
      { transactionSignature: '5'.repeat(91) },
      { quoteId: 'x' },
    ]) {
      const answer = await user.call(openBond, { body: { ...bond, ...wrong } });
      expect(answer.status, JSON.stringify(wrong)).toBe(400);
    }
    for (const text of ['', '[]', 'null', '1', '{', 'x'.repeat(1_000)]) {
      expect((await user.call(openBond, { text })).status, text).toBe(400);
    }
    expect((await user.call(openBond, { text: `"${'x'.repeat(300_000)}"` })).status).toBe(400);
  });

  test('cover minimums of 0.01 SOL or USDC to the last unit, and the supply limit', async () => {
    const quote = async (tokenType: string, amount: string) => {
      const { status, body } = await user.call(quoteBond, { body: { tokenType, amount } });
      return [status, body.code];
    };
    for (const token of ['SOL', 'USDC']) {
      expect(await quote(token, '0.01')).toEqual([201, undefined]);
      expect(await quote(token, '0')).toEqual([422, 'BELOW_MINIMUM']);
    }
    expect(await quote('SOL', '0.00999999')).toEqual([422, 'BELOW_MINIMUM']);
    expect(await quote('USDC', '0.009999')).toEqual([422, 'BELOW_MINIMUM']);
    expect(await quote('USDC', '9000000000000')).toEqual([422, 'SUPPLY_EXCEEDED']);
    expect((await user.post('SOL', '0.00999999')).body).toMatchObject({ code: 'BELOW_MINIMUM' });
  });

  test('cover claims before the lock ends, before finality, and after a claim', async () => {
    const owner = await world.user();
    const bond = await owner.bond('USDC', '987');
    expect(bond.claimable).toBe(false);
    const left = async (): Promise<number> => {
      const [row] = await world.rows<{ ms: bigint }>(
        `select (extract(epoch from starts_at + interval '24 hours' - protocol_now()) * 1000)::bigint as ms
         from bonds where id = $1`,
        [bond.id],
      );
      return Number(row!.ms);
    };
    expect((await owner.claim(bond.id)).body).toMatchObject({
      code: 'BOND_LOCKED',
      possibleAt: bond.bondingEndTime,
    });
    await world.pass((await left()) - HOUR_MS);
    // Past the lock, but not yet checked for finality.
    expect((await owner.claim(bond.id)).status).toBe(409);
    await world.pass(await left());
    expect((await owner.claim(bond.id)).body).toMatchObject({ code: 'BOND_NOT_FINALIZED' });
    await world.settle();
    const answers = await Promise.all(Array.from({ length: 20 }, () => owner.claim(bond.id)));
    for (const { status, body } of answers) {
      expect([status, body.status]).toEqual([200, 'completed']);
    }
    expect(
      await world.count('journals where kind = $1 and subject = $2', ['bondClaimed', bond.id]),
    ).toBe(1);
    const { body } = await owner.call(getPortfolio, { params: { userId: owner.id } });
    expect(body).toMatchObject({
      unstakedLMT: '1.00000000',
      inBonding: '0.00000000',
      activeBonds: [],
    });
  });
});

describe('bonds without the chain', () => {
  const world = World.forTests();
  afterEach(() => world.expectSound());

  for (const fault of ['bad-gateway', 'time-out'] as const) {
    test(`with the fault ${fault} a posted payment is pending, answered soon, and never lost`, async () => {
      const user = await world.user();
      const node = await world.restart({ paymentWait: { forMs: 300, everyMs: 20 } });
      const signature = await user.pay('USDC', '987');
      await world.pass(2 * SECOND_MS);
      world.net.faults.inject({ kind: fault });
      // A hanging provider is retried for over a minute, longer than this test may take.
      const { status, body } = await user.on(node).post('USDC', '987', signature);
      expect([status, body.status]).toEqual([201, 'pending']);
      expect((await user.call(quoteBond, { body: { tokenType: 'SOL', amount: '1' } })).status).toBe(
        201,
      );
      world.net.faults.clear();
      await world.settle();
      expect(await user.onlyBond()).toMatchObject({ id: body.id, status: 'confirmed' });
    });
  }
});
