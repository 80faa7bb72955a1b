import { describe, expect, test } from 'vitest';
import { listDeposits } from '#contract/payments/admin-deposits';
import { quoteBond } from '#contract/bonds/bonds';
import { World } from '#test/world';
import { IMPATIENT } from '#test/world/node';

const SECONDS = 1_000;
const MINUTES = 60 * SECONDS;

/** A feed without a first response: the only SOL price is a fallback for display. */
describe('quotes without a fresh SOL price', () => {
  const world = World.forTests({ parts: { isStaticFeed: false, paymentWait: IMPATIENT } });

  const feedSays = (usd: bigint) =>
    world.rows(
      `insert into market_prices (symbol, at, price, source)
       values ('SOL', protocol_now(), $1, 'feed')`,
      [usd * 1_000000000000n],
    );

  test('exist for USDC only, and no unquoted SOL payment is priced at the fallback', async () => {
    const user = await world.user();
    const quote = (tokenType: 'SOL' | 'USDC') =>
      user.call(quoteBond, { body: { tokenType, amount: '9.87' } });
    expect((await quote('SOL')).body).toMatchObject({ code: 'PRICE_STALE' });
    expect((await quote('USDC')).status).toBe(201);

    // Announced or not, the payment waits for the next fresh price.
    const posted = await user.pay('SOL', '9.87');
    await world.pass(2 * SECONDS);
    expect((await user.post('SOL', '9.87', posted)).body).toMatchObject({ status: 'pending' });
    const silent = await world.user();
    await silent.pay('SOL', '4.935');
    await world.settleAfter(15 * SECONDS);
    await world.settleAfter(5 * MINUTES);
    expect(await user.onlyBond()).toMatchObject({ status: 'pending' });
    expect(await silent.bonds()).toEqual([]);

    await feedSays(100n);
    await world.settleAfter(2 * MINUTES);
    expect(await user.onlyBond()).toMatchObject({ status: 'confirmed', lmtAmount: '1.00000000' });
    expect(await silent.onlyBond()).toMatchObject({ status: 'confirmed', lmtAmount: '0.50000000' });
    expect((await (await world.owner())(listDeposits)).body).toEqual([]);
    expect((await quote('SOL')).status).toBe(201);
  });

  test('a payment above its quote becomes a bond at once, and the excess is priced with the next fresh price', async () => {
    await feedSays(200n);
    const [silent, posting] = [await world.user(), await world.user()];
    const quotes = [await silent.quote('SOL', '4.935'), await posting.quote('SOL', '4.935')];
    // The feed stops while the quotes are valid.
    await world.pass(10 * MINUTES + 20 * SECONDS);
    await silent.pay('SOL', '9.87', quotes[0]!.reference);
    const posted = await posting.pay('SOL', '9.87', quotes[1]!.reference);
    await world.pass(2 * SECONDS);
    const quotedPart = {
      status: 'confirmed',
      amount: '9.870000000',
      lmtAmount: '1.00000000',
      unpricedAmount: '4.935000000',
    };
    expect((await posting.post('SOL', '9.87', posted)).body).toMatchObject(quotedPart);
    await world.settleAfter(15 * SECONDS);
    expect(await silent.onlyBond()).toMatchObject(quotedPart);
    // A second payment comes after the quote's end, although it needs no other price.
    const again = await silent.pay('SOL', '4.935', quotes[0]!.reference);
    await world.settleAfter(15 * SECONDS);
    await world.settleAfter(2 * MINUTES);
    expect(await silent.onlyBond()).toMatchObject(quotedPart);
    expect((await posting.post('SOL', '9.87', posted)).body).toMatchObject(quotedPart);
    await feedSays(100n);
    await world.settleAfter(2 * MINUTES);
    // The quoted half buys 1 LMT, the other half 0.5 LMT at the later price.
    expect(await posting.onlyBond()).toMatchObject({
      status: 'confirmed',
      amount: '9.870000000',
      lmtAmount: '1.50000000',
      unpricedAmount: '0.000000000',
    });
    const bonds = await silent.bonds();
    expect(bonds.find(({ transactionHash }) => transactionHash === again)?.lmtAmount).toBe(
      '0.50000000',
    );
    expect(bonds.map(({ lmtAmount }) => lmtAmount).sort()).toEqual(['0.50000000', '1.50000000']);
  });
});
