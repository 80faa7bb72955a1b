import { expect, test } from 'vitest';
import { changeSettings } from '#contract/terms/settings';
import { refundCredit, refundDeposit } from '#contract/payouts/admin-sells';
import { usdc } from '#domain/base/money';
import { DAY_MS } from '#domain/base/time';
import { holderOf } from '#test/vaults/stakers';
import { World } from '#test/world';
import { signText } from '#test/world/wallet';
import { FINAL_MS } from './sellers.ts';
import { SellScenario } from './sell-scenario.ts';

/** A stray payment is 0.5 SOL, or 100 USD. */
const LIMIT = usdc(150_000_000n);

test('above the daily limit the server’s key pays only approvals signed by an owner', async () => {
  const world = await World.open({ parts: { payoutDailyLimit: LIMIT } });
  const shop = await SellScenario.open(world, async () => world.settle());
  const [first, second, third] = (await shop.strays(3)).map(({ id }) => id);
  const refund = (id: string | undefined, body: object = {}) =>
    shop.owner(refundDeposit, { params: { id: id ?? '' }, body });
  const signedFor = async (message: string) => ({
    message,
    signature: await signText(shop.wallet, message),
  });
  const asked = async (id: string | undefined) => {
    const { status, body } = await refund(id);
    expect([status, body.code]).toEqual([401, 'SIGNATURE_REQUIRED']);
    return (body as unknown as { message: string }).message;
  };

  expect((await refund(first)).status).toBe(200);
  const message = await asked(second);
  expect(message).toContain('pay 0.500000000 SOL to ');
  expect(await world.count('payouts')).toBe(1);
  const other = await asked(third);
  expect((await refund(second, await signedFor(other))).body.code).toBe('SIGNATURE_INVALID');
  const forged = { message, signature: await signText(shop.user.wallet, message) };
  expect((await refund(second, forged)).body.code).toBe('SIGNATURE_INVALID');
  const signed = await signedFor(message);
  expect((await refund(second, signed)).status).toBe(200);
  expect((await refund(second, signed)).status, 'asked again, it is the same payout').toBe(200);
  expect(await world.count('payouts')).toBe(2);
  expect((await refund(third, signed)).body.code).toBe('SIGNATURE_INVALID');
  await shop.settle();

  await world.advance(DAY_MS);
  expect((await refund(third)).status, '24 hours later').toBe(200);
  await shop.settle();
  await world.close();
});

test('the daily limit uses the feed’s SOL price, never one entered by the owner', async () => {
  const world = await World.open();
  const shop = await SellScenario.open(world, async () => world.settle());
  const [first, second] = await shop.strays(2);
  const live = await world.restart({ payoutDailyLimit: LIMIT, isStaticFeed: false });
  await world.setSolPrice('200', 'feed');
  expect((await shop.refund(first!, live)).status).toBe(200);
  const entered = await shop.owner(changeSettings, { body: { lmtPriceSOL: '987000' } }, live);
  expect(entered.status).toBe(200);
  const { status, body } = await shop.refund(second!, live);
  expect([status, body.code]).toEqual([401, 'SIGNATURE_REQUIRED']);
  await shop.settle();
  await world.close();
});

test('concurrent approvals share the daily limit', async () => {
  const world = await World.open({ parts: { payoutDailyLimit: LIMIT } });
  const shop = await SellScenario.open(world, async () => world.settle());
  const strays = await shop.strays(2);
  const answers = await Promise.all(
    strays.map(({ id }) => shop.owner(refundDeposit, { params: { id }, body: {} })),
  );
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401]);
  await shop.settle();
  await world.close();
});

test('one signed approval, sent six times at once, returns the same payout each time', async () => {
  const world = await World.open({ parts: { payoutDailyLimit: usdc(0n) } });
  const shop = await SellScenario.open(world, async () => world.settle());
  for (const { id } of await shop.strays(3)) {
    const refund = (body: object) => shop.owner(refundDeposit, { params: { id }, body });
    const { message } = (await refund({})).body as unknown as { message: string };
    const signed = { message, signature: await signText(shop.wallet, message) };
    const before = await world.count('payouts');
    const answers = await Promise.all(Array.from({ length: 6 }, () => refund(signed)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect((await world.count('payouts')) - before).toBe(1);
    const open = 'nonces where message = $1 and used_at is null';
    expect(await world.count(open, [message]), 'the text is good for no other payout').toBe(0);
    await shop.settle();
    expect((await refund(signed)).status, 'once it is paid').toBe(200);
  }
  expect(await world.count('payouts')).toBe(3);
  await world.close();
});

test('an owner’s signature covers only the signed amount, even if credit grows meanwhile', async () => {
  const world = await World.open({ parts: { payoutDailyLimit: usdc(0n) } });
  const [owner, wallet, user] = [
    await world.owner(),
    await world.ownerWallet(),
    await holderOf(world, '1'),
  ];
  const credit = async (amount: string) => {
    const { reference } = await user.feeQuote('1');
    await user.pay('SOL', amount, reference);
    await world.settleAfter(FINAL_MS);
  };
  const refund = (body: object = {}) => owner(refundCredit, { params: { id: user.id }, body });
  const signed = async () => {
    const { message } = (await refund()).body as unknown as { message: string };
    return { message, signature: await signText(wallet, message) };
  };
  await credit('0.5');
  const forLess = await signed();
  expect(forLess.message).toContain('pay 0.500000000 SOL to ');
  await credit('0.7');
  expect((await refund(forLess)).body.code).toBe('SIGNATURE_INVALID');
  expect(await world.count('payouts')).toBe(0);
  const forAll = await signed();
  expect(forAll.message).toContain('pay 1.200000000 SOL to ');
  expect((await refund(forAll)).status).toBe(200);
  await world.settleAfter(FINAL_MS);
  await world.close();
});
