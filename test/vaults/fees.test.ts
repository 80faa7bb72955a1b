import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { getFeeQuote } from '#contract/vaults/vaults';
import { getHistory } from '#contract/portfolio/portfolio';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#domain/base/time';
import { World } from '#test/world';
import type { Node } from '#test/world/node';
import { holderOf, ledgerBalances } from './stakers.ts';

const CONFIRMED = 2 * SECOND_MS;
const FINAL = 15 * SECOND_MS;
/** Fee of 1 LMT at 987 USDC per LMT and 200 USD per SOL. */
const FEE = 98_700_000n;

describe('staking fee', () => {
  const world = World.forTests();
  afterEach(async () => {
    await world.expectSound();
    await world.setLmtPrice('987');
    await world.pass(20 * MINUTE_MS);
  });

  describe('quote', () => {
    test('is 2% of the staked LMT at its price in SOL, rounded up, with a reference and an end', async () => {
      const user = await holderOf(world, '10');
      const quote = await user.feeQuote('1');
      expect(quote).toMatchObject({
        lamports: '98700000',
        feeSOL: '0.098700000',
        credit: '0',
        display: null,
        treasuryAddress: world.till.treasury,
      });
      expect(quote.reference).toMatch(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/);
      // 0.02 × 0.00012345 LMT × 987 / 200 = 12184.515 lamports
      expect((await user.feeQuote('0.00012345')).lamports).toBe('12185');
      expect((await user.feeQuote('0.0001')).lamports).toBe('9870');
    });

    test('is reused while recent and unchanged, only for the same user', async () => {
      const [user, other] = [await holderOf(world, '10'), await holderOf(world, '10')];
      const first = await user.feeQuote('1');
      expect(await user.feeQuote('1.00')).toEqual(first);
      expect((await other.feeQuote('1')).reference).not.toBe(first.reference);
      expect((await user.feeQuote('2')).reference).not.toBe(first.reference);
      await world.setLmtPrice('1974');
      const risen = await user.feeQuote('1');
      expect([risen.lamports, risen.reference === first.reference]).toEqual(['197400000', false]);
    });

    test('holds for ten minutes over a price change, in either direction', async () => {
      const user = await holderOf(world, '10');
      const quote = await user.feeQuote('1');
      await world.setLmtPrice('1974');
      await world.pass(9 * MINUTE_MS);
      const signature = await user.payFee(quote);
      await world.pass(CONFIRMED);
      const { status, body } = await user.postStake('1', signature);
      expect([status, body.stakingFeePaid]).toEqual([201, '0.098700000']);
      const dear = await user.feeQuote('1');
      await world.setLmtPrice('987');
      await world.pass(CONFIRMED);
      const paid = await user.payFee(dear);
      await world.pass(CONFIRMED);
      // It covers its quoted amount.
      expect((await user.postStake('1', paid)).body.stakingFeePaid).toBe('0.197400000');
    });

    test('ends: a payment two minutes late is priced without it', async () => {
      const user = await holderOf(world, '10');
      const quote = await user.feeQuote('1');
      await world.setLmtPrice('1974');
      await world.pass(12 * MINUTE_MS);
      const signature = await user.payFee(quote);
      await world.pass(CONFIRMED);
      expect(await user.postStake('1', signature)).toMatchObject({
        status: 402,
        body: { code: 'FEE_REQUIRED', requiresFeePayment: true, lamports: String(FEE) },
      });
    });

    test('is valid only for its own amount', async () => {
      const user = await holderOf(world, '10');
      const quote = await user.feeQuote('1');
      await world.setLmtPrice('1974');
      await world.pass(11 * MINUTE_MS);
      const dear = await user.feeQuote('1');
      expect(dear.lamports).toBe('197400000');
      const signature = await user.payFee(dear);
      await world.pass(CONFIRMED);
      const more = await user.postStake('1.00000001', signature);
      expect([more.status, more.body.code]).toEqual([402, 'FEE_REQUIRED']);
      expect(quote.reference).not.toBe(dear.reference);
      expect((await user.postStake('1', signature)).status).toBe(201);
    });

    test('is valid for a stake from credit, too', async () => {
      const user = await holderOf(world, '10');
      await user.pay('SOL', '0.2', (await user.feeQuote('1')).reference);
      await world.settleAfter(FINAL);
      expect(await user.feeQuote('2')).toMatchObject({ lamports: '0', credit: '200000000' });
      await world.setLmtPrice('1974');
      const { status, body } = await user.postStake('2');
      expect([status, body.stakingFeePaid]).toEqual([201, '0.197400000']);
    });

    test('shows what the latest completed bond’s rate gives, whatever the price is now', async () => {
      const user = await world.user();
      await user.bonded('1', 'USDC');
      await world.setLmtPrice('1974');
      expect((await user.feeQuote('1')).display).toEqual({
        amount: '19.740000',
        tokenType: 'USDC',
      });
    });
  });

  describe('payment without a quote', () => {
    test('covers the lowest fee of the ten minutes before it', async () => {
      const user = await holderOf(world, '10');
      await world.setLmtPrice('1974');
      await world.pass(9 * MINUTE_MS);
      const early = await user.pay('SOL', '0.0987');
      await world.pass(MINUTE_MS);
      const late = await user.pay('SOL', '0.0987');
      await world.pass(CONFIRMED);
      expect((await user.postStake('1', early)).body.stakingFeePaid).toBe('0.098700000');
      expect(await user.postStake('1', late)).toMatchObject({
        status: 402,
        body: { lamports: String(FEE) },
      });
    });

    test('uses the lowest LMT price or SOL price, whichever gives less', async () => {
      const user = await holderOf(world, '10');
      await world.setSolPrice('400');
      await world.setSolPrice('200');
      const signature = await user.pay('SOL', '0.04935');
      await world.pass(CONFIRMED);
      expect((await user.postStake('1', signature)).body.stakingFeePaid).toBe('0.049350000');
    });

    test('is not priced at later prices', async () => {
      const user = await holderOf(world, '10');
      const signature = await user.pay('SOL', '0.05');
      await world.pass(CONFIRMED);
      await world.setSolPrice('400');
      const { status, body } = await user.postStake('1', signature);
      await world.setSolPrice('200');
      // It covers its part at the price of its time; the rest is charged at the current price.
      expect([status, body]).toMatchObject([402, { lamports: '24350000' }]);
    });
  });

  describe('credit', () => {
    test('contains every unused lamport, and a quote of "0" needs no transfer', async () => {
      const user = await holderOf(world, '10');
      const { reference } = await user.feeQuote('1');
      const signature = await user.pay('SOL', '0.3', reference);
      await world.pass(FINAL);
      const { status, body } = await user.postStake('1', signature);
      expect([status, body]).toMatchObject([
        201,
        { stakingFeePaid: '0.098700000', transactionHash: signature, feeFinalized: true },
      ]);
      expect(await user.feeQuote('1')).toMatchObject({
        lamports: '0',
        feeSOL: '0.098700000',
        credit: '201300000',
      });
      expect(await user.postStake('1')).toMatchObject({
        status: 201,
        body: { stakingFeePaid: '0.098700000', transactionHash: null, feeFinalized: true },
      });
      expect(await user.feeQuote('2')).toMatchObject({
        lamports: '94800000',
        feeSOL: '0.197400000',
        credit: '102600000',
      });
      // One lamport below the rest of the fee is refused, the exact amount accepted.
      const short = await user.pay('SOL', '0.094799999');
      await world.pass(FINAL);
      expect(await user.postStake('2', short)).toMatchObject({
        status: 402,
        body: { lamports: '1' },
      });
      expect((await user.feeQuote('2')).lamports).toBe('1');
      const last = await user.pay('SOL', '0.000000001');
      await world.pass(FINAL);
      expect((await user.postStake('2', last)).status).toBe(201);
      expect(await ledgerBalances(world, user)).toEqual({ credit: 0n, unstaked: 600_000_000n });
    });

    test('is required in full without a payment: 402 with the whole fee', async () => {
      const user = await holderOf(world, '10');
      expect(await user.postStake('1')).toMatchObject({
        status: 402,
        body: { code: 'FEE_REQUIRED', requiresFeePayment: true, lamports: String(FEE) },
      });
      expect(await user.stakes()).toEqual([]);
    });

    test('contains a payment that was too low, and suffices with the missing amount', async () => {
      const user = await holderOf(world, '10');
      const first = await user.pay('SOL', '0.05', (await user.feeQuote('1')).reference);
      await world.pass(CONFIRMED);
      expect(await user.postStake('1', first)).toMatchObject({
        status: 402,
        body: { requiresFeePayment: true, lamports: '48700000' },
      });
      expect((await ledgerBalances(world, user)).credit).toBe(50_000_000n);
      const second = await user.pay('SOL', '0.0487', (await user.feeQuote('1')).reference);
      await world.pass(CONFIRMED);
      // The first payment may still be rolled back, so the stake waits; paid money is never asked for again.
      expect(await user.postStake('1', second)).toMatchObject({
        status: 409,
        body: { code: 'FEE_NOT_SEEN' },
        headers: { 'retry-after': '2' },
      });
      await world.settleAfter(FINAL);
      expect(await user.postStake('1', second)).toMatchObject({
        status: 201,
        body: { stakingFeePaid: '0.098700000', transactionHash: second },
      });
      expect(await ledgerBalances(world, user)).toEqual({ credit: 0n, unstaked: 900_000_000n });
    });

    test('remains if the stake itself is refused', async () => {
      const user = await holderOf(world, '1');
      const signature = await user.pay('SOL', '0.1974', (await user.feeQuote('1')).reference);
      await world.pass(FINAL);
      expect(await user.postStake('2', signature)).toMatchObject({
        status: 422,
        body: { code: 'INSUFFICIENT_BALANCE', available: '1.00000000' },
      });
      expect((await user.feeQuote('1')).credit).toBe('197400000');
      expect((await user.postStake('2', signature)).status).toBe(422);
      expect((await ledgerBalances(world, user)).credit).toBe(197_400_000n);
      expect((await user.postStake('1', signature)).status).toBe(201);
      expect((await ledgerBalances(world, user)).credit).toBe(98_700_000n);
    });

    test('is priced now: a payment keeps the price of its time for ten minutes only', async () => {
      const user = await holderOf(world, '10');
      const [soon, late] = [await user.pay('SOL', '0.0987'), await user.pay('SOL', '0.0987')];
      await world.setLmtPrice('1974');
      await world.pass(9 * MINUTE_MS);
      expect((await user.postStake('1', soon)).body.stakingFeePaid).toBe('0.098700000');
      await world.pass(MINUTE_MS);
      expect(await user.postStake('1', late)).toMatchObject({
        status: 402,
        body: { code: 'FEE_REQUIRED', lamports: String(FEE) },
      });
      expect((await ledgerBalances(world, user)).credit).toBe(FEE);
    });

    test('is priced now beside a recent payment, which covers its own part', async () => {
      const user = await holderOf(world, '10');
      await user.pay('SOL', '0.1', (await user.feeQuote('5')).reference);
      await world.settleAfter(FINAL);
      await world.pass(20 * MINUTE_MS);
      const [tiny, half] = [await user.pay('SOL', '0.000000001'), await user.pay('SOL', '0.04935')];
      await world.setLmtPrice('1974');
      // A lamport paid at the low price does not reduce the rest of the fee.
      expect(await user.postStake('1', tiny)).toMatchObject({
        status: 402,
        body: { code: 'FEE_REQUIRED', lamports: '97399998' },
      });
      const { status, body } = await user.postStake('1', half);
      expect([status, body.stakingFeePaid]).toEqual([201, '0.148050000']);
    });

    test('of a payment that is not final pays for no other stake', async () => {
      const user = await holderOf(world, '10');
      const signature = await user.pay('SOL', '1', (await user.feeQuote('1')).reference);
      await world.pass(CONFIRMED);
      expect((await user.postStake('1', signature)).body).toMatchObject({ feeFinalized: false });
      expect(await user.feeQuote('1')).toMatchObject({ credit: '0', lamports: String(FEE) });
      expect((await user.postStake('1')).body).toMatchObject({ lamports: String(FEE) });
      await world.pass(FINAL);
      expect((await user.postStake('1')).status).toBe(402);
      await world.settle();
      expect((await user.feeQuote('1')).credit).toBe('901300000');
      expect((await user.postStake('1')).status).toBe(201);
    });
  });

  describe('activation', () => {
    test('requires a final fee, however long ago it was paid', async () => {
      const user = await holderOf(world, '10');
      const { id } = await user.stake('1');
      await world.pass(DAY_MS);
      expect(await user.activate(id)).toMatchObject({
        status: 409,
        body: { code: 'FEE_NOT_FINALIZED' },
      });
      await world.settle();
      expect((await user.onlyStake()).feeFinalized).toBe(true);
      expect(await user.activate(id)).toMatchObject({ status: 200, body: { status: 'active' } });
    });
  });

  test('history lists a stake with its fee and the payment’s hash', async () => {
    const user = await holderOf(world, '10');
    const { transactionHash } = await user.stake('1');
    const { body } = await user.call(getHistory, { params: { userId: user.id } });
    expect(body.all).toMatchObject([
      {
        type: 'stake',
        amount: '1.00000000',
        fee: '0.098700000',
        feeTokenType: 'SOL',
        hash: transactionHash,
        status: 'completed',
      },
    ]);
    expect(body.all[0]?.projectTxId).toMatch(/^STAKE-\d{8}-\d{6}$/);
  });

  describe('with a live feed', () => {
    let live: Node;
    beforeAll(async () => {
      live = await world.restart({ isStaticFeed: false });
    });

    test('is unavailable without a fresh SOL price, for quotes and stakes from credit', async () => {
      const user = await holderOf(world, '10');
      const quoted = await user.call(getFeeQuote, { query: { amount: '1' } }, live);
      expect(quoted).toMatchObject({ status: 503, body: { code: 'PRICE_STALE' } });
      expect((await user.on(live).postStake('1')).body.code).toBe('PRICE_STALE');
    });

    test('waits for the next price if unquoted, ignoring fallback prices', async () => {
      const user = await holderOf(world, '10');
      const signature = await user.pay('SOL', '0.1');
      await world.pass(CONFIRMED);
      // At a fallback of 200 it would be 0.0987.
      expect(await user.on(live).postStake('1', signature)).toMatchObject({
        status: 503,
        body: { code: 'PRICE_STALE' },
      });
      expect((await ledgerBalances(world, user)).credit).toBe(100_000_000n);
      await world.setSolPrice('400', 'feed');
      await world.setSolPrice('800', 'feed');
      const { status, body } = await user.on(live).postStake('1', signature);
      await world.setSolPrice('200');
      expect([status, body.stakingFeePaid]).toEqual([201, '0.049350000']);
    });

    test('accepts a quote from before the feed stopped', async () => {
      const user = await holderOf(world, '10');
      await world.setSolPrice('400', 'feed');
      const quote = await user.call(getFeeQuote, { query: { amount: '1' } }, live);
      expect(quote.body.lamports).toBe('49350000');
      await world.pass(9 * MINUTE_MS);
      const signature = await user.payFee(quote.body);
      await world.pass(CONFIRMED);
      const { status } = await user.on(live).postStake('1', signature);
      await world.setSolPrice('200');
      expect(status).toBe(201);
    });
  });
});
