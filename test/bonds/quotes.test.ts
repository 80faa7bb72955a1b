import { afterEach, describe, expect, test, vi } from 'vitest';
import { listDeposits } from '#contract/payments/admin-deposits';
import { type BondQuote, quoteBond } from '#contract/bonds/bonds';
import { getHistory } from '#contract/portfolio/portfolio';
import { MINUTE_MS, SECOND_MS } from '#domain/base/time';
import { onOneDatabase } from '#test/databases';
import { World } from '#test/world';
import { IMPATIENT } from '#test/world/node';
import type { TestUser } from '#test/world/user';

// Some tests open a world, which is slow under load.
vi.setConfig({ testTimeout: 120_000 });

/** Pays with a reference key, and posts the signature once it is confirmed. */
async function bondWith(user: TestUser, amount: string, reference?: string) {
  const signature = await user.pay('USDC', amount, reference);
  await user.world.pass(2 * SECOND_MS);
  return (await user.post('USDC', amount, signature)).body;
}

describe('quotes', () => {
  const world = World.forTests();
  afterEach(async () => {
    await world.setLmtPrice('987');
    await world.expectSound();
  });

  test('a quote returns price, treasury, reference and end, and for USDC also the mint and token account', async () => {
    const user = await world.user();
    const { treasury, usdcMint, treasuryTokenAccount } = world.till;
    const sol = await user.quote('SOL', '49.35');
    expect(sol).toMatchObject({
      tokenType: 'SOL',
      amount: '49.350000000',
      lmtAmount: '10.00000000',
      price: '4.935000000',
      treasuryAddress: treasury,
    });
    expect(sol).not.toHaveProperty('mint');
    expect(await user.quote('USDC', '9870.00000000')).toMatchObject({
      amount: '9870.000000',
      lmtAmount: '10.00000000',
      price: '987.000000',
      treasuryAddress: treasury,
      mint: usdcMint,
      treasuryTokenAccount,
    });
    const [kept] = await world.rows<{ ms: bigint }>(
      `select (extract(epoch from expires_at - created_at) * 1000)::bigint as ms from quotes
       where id = $1`,
      [sol.quoteId],
    );
    expect(kept?.ms).toBe(600_000n);
  });

  test('a payment with the reference gets the locked price, one without gets the price at block time', async () => {
    const user = await world.user();
    const { reference } = await user.quote('USDC', '987');
    await world.setLmtPrice('1974');
    expect(await bondWith(user, '987')).toMatchObject({ lmtAmount: '0.50000000' });
    expect(await bondWith(user, '987', reference)).toMatchObject({ lmtAmount: '1.00000000' });
    // The quote is used up: the same reference now buys at the price at block time.
    expect(await bondWith(user, '987', reference)).toMatchObject({ lmtAmount: '0.50000000' });
  });

  test('the quoted amount is priced as locked, an excess at block time, and a smaller payment buys less', async () => {
    const user = await world.user();
    const over = await user.quote('USDC', '987');
    await world.setLmtPrice('1974');
    expect(await bondWith(user, '2961', over.reference)).toMatchObject({
      amount: '2961.000000',
      lmtAmount: '2.00000000',
    });
    await world.setLmtPrice('987');
    const under = await user.quote('USDC', '987');
    await world.setLmtPrice('1974');
    expect(await bondWith(user, '493.5', under.reference)).toMatchObject({
      lmtAmount: '0.50000000',
    });
  });

  test('a quote lasts ten minutes, and one more for its payment', async () => {
    const [late, tooLate] = [await world.user(), await world.user()];
    const quotes: [TestUser, BondQuote][] = [
      [late, await late.quote('USDC', '987')],
      [tooLate, await tooLate.quote('USDC', '987')],
    ];
    await world.setLmtPrice('1974');
    await world.pass(10 * MINUTE_MS + 30 * SECOND_MS);
    expect(await bondWith(late, '987', quotes[0]![1].reference)).toMatchObject({
      lmtAmount: '1.00000000',
    });
    await world.pass(40 * SECOND_MS);
    expect(await bondWith(tooLate, '987', quotes[1]![1].reference)).toMatchObject({
      lmtAmount: '0.50000000',
    });
  });

  test('another user’s reference gives no locked price, and leaves their quote unused', async () => {
    const [me, other] = [await world.user(), await world.user()];
    const { reference } = await other.quote('USDC', '987');
    await world.setLmtPrice('1974');
    expect(await bondWith(me, '987', reference)).toMatchObject({
      userId: me.id,
      lmtAmount: '0.50000000',
    });
    expect(await bondWith(other, '987', reference)).toMatchObject({ lmtAmount: '1.00000000' });
  });

  test('a new quote replaces the earlier one only for the same token', async () => {
    const user = await world.user();
    const first = await user.quote('USDC', '987');
    const inSol = await user.quote('SOL', '4.935');
    await world.setLmtPrice('1974');
    await world.pass(2 * SECOND_MS);
    const second = await user.quote('USDC', '987');
    await world.pass(2 * SECOND_MS); // Block times are whole seconds.
    expect(await bondWith(user, '987', first.reference)).toMatchObject({ lmtAmount: '0.50000000' });
    await world.setLmtPrice('3948');
    expect(await bondWith(user, '987', second.reference)).toMatchObject({
      lmtAmount: '0.50000000',
    });
    const signature = await user.pay('SOL', '4.935', inSol.reference);
    await world.pass(2 * SECOND_MS);
    expect((await user.post('SOL', '4.935', signature)).body).toMatchObject({
      lmtAmount: '1.00000000',
    });
  });

  test('a USDC quote whose reference is in a SOL payment stays unused', async () => {
    const user = await world.user();
    const { reference } = await user.quote('USDC', '987');
    const signature = await user.pay('SOL', '4.935', reference);
    await world.pass(2 * SECOND_MS);
    expect((await user.post('SOL', '4.935', signature)).status).toBe(201);
    await world.setLmtPrice('1974');
    expect(await bondWith(user, '987', reference)).toMatchObject({ lmtAmount: '1.00000000' });
  });
});

onOneDatabase('maximum supply', (fresh) => {
  test('is not reserved by quotes: of 20 quoted payments at once, those that fit become bonds', async () => {
    const world = await World.open({ fresh });
    await world.setTerms({ maxSupply: 550_000_000n });
    const users = await Promise.all(Array.from({ length: 20 }, () => world.user()));
    const tooMuch = { tokenType: 'USDC', amount: '5922' };
    expect((await users[0]!.call(quoteBond, { body: tooMuch })).body).toMatchObject({
      code: 'SUPPLY_EXCEEDED',
      available: '5.50000000',
    });
    const quotes = await Promise.all(users.map((user) => user.quote('USDC', '987')));
    const paid: string[] = [];
    for (const [i, user] of users.entries()) {
      paid.push(await user.pay('USDC', '987', quotes[i]!.reference));
    }
    await world.pass(2 * SECOND_MS);
    const answers = await Promise.all(users.map((user, i) => user.post('USDC', '987', paid[i])));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
    const refused = answers.flatMap(({ status }, i) => (status === 422 ? [i] : []));
    expect(refused).toHaveLength(15);
    expect(answers[refused[0]!]!.body).toMatchObject({
      code: 'SUPPLY_EXCEEDED',
      available: '0.50000000',
    });
    await world.settleAfter(15 * SECOND_MS);
    const owner = await world.owner();
    const listed = (await owner(listDeposits)).body;
    expect(new Set(listed.map(({ signature }) => signature))).toEqual(
      new Set(refused.map((i) => paid[i])),
    );
    for (const deposit of listed) {
      expect(deposit).toMatchObject({ amount: '987.000000', small: false, status: 'open' });
      expect(deposit.refundProposed).toBe(true);
    }
    // Each payer is notified; a payer without a quoted price is listed without a proposal.
    for (const i of refused) {
      const user = users[i]!;
      const { body } = await user.call(getHistory, { params: { userId: user.id } });
      expect(body.all).toMatchObject([
        { type: 'bond', status: 'failed', amount: '987.000000', hash: paid[i] },
      ]);
      expect(body.all[0]?.note).toContain('to be refunded');
    }
    const unquoted = await users[0]!.pay('USDC', '987');
    await world.advance(2 * MINUTE_MS);
    expect(
      (await owner(listDeposits)).body.find(({ signature }) => signature === unquoted),
    ).toMatchObject({ refundProposed: false, status: 'open' });
    expect((await users[refused[0]!]!.call(quoteBond, { body: tooMuch })).body).toMatchObject({
      available: '0.50000000',
    });
    await world.expectSound();
    await world.close();
  });

  test('is not exceeded by a quote that was replaced before its payment was seen', async () => {
    const world = await World.open({ fresh });
    await world.setTerms({ maxSupply: 100_000_000n });
    const user = await world.user();
    const first = await user.quote('USDC', '987');
    const paid = await user.pay('USDC', '987', first.reference);
    await world.pass(2 * SECOND_MS);
    const second = await user.quote('USDC', '987');
    const again = await bondWith(user, '987', second.reference);
    expect(again).toMatchObject({ status: 'confirmed', lmtAmount: '1.00000000' });
    expect((await user.post('USDC', '987', paid)).body).toMatchObject({ code: 'SUPPLY_EXCEEDED' });
    await world.close();
  });
});

describe('prices', () => {
  test('the weekly step prices payments after it, to the second', async () => {
    const world = await World.open({ steady: false });
    const impatient = await world.restart({ paymentWait: IMPATIENT });
    const user = await world.user();
    const [made] = await world.rows<{ left: bigint }>(
      `select (extract(epoch from effective_at + interval '7 days' - protocol_now()) * 1000)::bigint as left
       from lmt_prices order by id limit 1`,
    );
    await world.advance(Number(made!.left) - 30 * SECOND_MS);
    const { reference } = await user.quote('USDC', '987');
    const before = await user.pay('USDC', '987');
    await user.on(impatient).post('USDC', '987', before);
    await world.pass(60 * SECOND_MS);
    const after = await user.pay('USDC', '1001.805');
    const locked = await user.pay('USDC', '987', reference);
    await world.advance(2 * MINUTE_MS);
    const bonds = await user.bonds();
    const bought = (signature: string) =>
      bonds.find(({ transactionHash }) => transactionHash === signature)?.lmtAmount;
    expect([before, after, locked].map(bought)).toEqual(Array(3).fill('1.00000000'));
    await world.close();
  });
});
