import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { getFeeQuote } from '#contract/vaults/vaults';
import { SECOND_MS } from '#domain/base/time';
import { World } from '#test/world';
import { IMPATIENT, type Node } from '#test/world/node';
import { signatureOf } from '#test/world/wallet';
import { holderOf, stakerOf, ledgerBalances } from './stakers.ts';

const CONFIRMED = 2 * SECOND_MS;
const OVER = [422, 'INSUFFICIENT_BALANCE'];

describe('stake that no payment would make acceptable', () => {
  const world = World.forTests();
  /** Server with a short payment timeout. */
  let impatient: Node;
  beforeAll(async () => {
    impatient = await world.restart({ paymentWait: IMPATIENT });
  });
  afterEach(() => world.expectSound());

  const codes = async (answer: Promise<{ status: number; body: { code?: string } }>) => {
    const { status, body } = await answer;
    return [status, body.code];
  };

  test('is refused without a payment, not asked for its fee', async () => {
    const user = await holderOf(world, '1', '0.1');
    expect(await codes(user.postStake('1.00000001'))).toEqual(OVER);
    expect(await codes(user.postStake('0.00009999'))).toEqual([422, 'BELOW_MINIMUM']);
    expect(await codes(user.postStake('1'))).toEqual([402, 'FEE_REQUIRED']);
  });

  test('is refused with a failed payment', async () => {
    const user = await holderOf(world, '1', '1');
    const failed = await user.pay('SOL', '99999');
    await world.pass(CONFIRMED);
    expect(await codes(user.postStake('2', failed))).toEqual(OVER);
    expect(await codes(user.postStake('1', failed))).toEqual([402, 'FEE_REQUIRED']);
  });

  test('is refused with a payment that is too small, which becomes credit', async () => {
    const user = await holderOf(world, '1');
    const small = await user.pay('SOL', '0.05');
    await world.pass(CONFIRMED);
    expect(await codes(user.postStake('2', small))).toEqual(OVER);
    expect((await ledgerBalances(world, user)).credit).toBe(50_000_000n);
    expect(await codes(user.postStake('0.00009999', small))).toEqual([422, 'BELOW_MINIMUM']);
    expect((await ledgerBalances(world, user)).credit).toBe(50_000_000n);
  });

  test('is refused with a payment that is not visible, which becomes credit when it lands', async () => {
    const user = await holderOf(world, '1');
    const { reference } = await user.feeQuote('1');
    const signature = signatureOf(await user.signedPayment('SOL', '0.0987', reference));
    expect(await codes(user.on(impatient).postStake('2', signature))).toEqual(OVER);
    expect(await codes(user.on(impatient).postStake('1', signature))).toEqual([
      409,
      'FEE_NOT_SEEN',
    ]);
  });

  test('is refused with a payment of another user or for another purpose', async () => {
    const [user, other] = [await holderOf(world, '1'), await holderOf(world, '1')];
    const foreign = await other.pay('SOL', '0.5');
    const bonded = await user.pay('SOL', '0.5');
    await world.pass(CONFIRMED);
    expect((await user.post('SOL', '0.5', bonded)).status).toBe(201);
    for (const signature of [foreign, bonded]) {
      expect(await codes(user.postStake('2', signature))).toEqual(OVER);
    }
    expect(await codes(user.postStake('1', foreign))).toEqual([422, 'DEPOSIT_OTHER_SENDER']);
    expect(await codes(user.postStake('1', bonded))).toEqual([409, 'SIGNATURE_USED']);
  });

  test('gets no fee quote', async () => {
    const user = await stakerOf(world, '1');
    const quote = (amount: string) => user.call(getFeeQuote, { query: { amount } });
    expect(await quote('1.00000001')).toMatchObject({
      status: 422,
      body: { code: 'INSUFFICIENT_BALANCE', available: '1.00000000' },
    });
    expect(await codes(quote('0.00009999'))).toEqual([422, 'BELOW_MINIMUM']);
    expect((await quote('1')).status).toBe(200);
  });
});
