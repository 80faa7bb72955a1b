import type { KeyPairSigner } from '@solana/kit';
import { beforeAll, expect, test } from 'vitest';
import { MINUTE_MS, SECOND_MS } from '#domain/base/time';
import { followPayouts } from '#server/payouts/follow-payouts';
import { onOneDatabase } from '#test/databases';
import { World } from '#test/world';
import { sendIfTaken } from '#test/world/wallet';
import { newestBlockhash, otherPrice, signAltered, signBuilt } from './owner-wallet.ts';
import { type Overrides, UNREACHABLE, twoProviders } from './second-provider.ts';
import { SellScenario } from './sell-scenario.ts';
import { payoutOf } from './treasury.ts';

/** Time after which everything sent is finalized. */
const LONG_MS = 80 * SECOND_MS;

/** Provider at the chain's height without the treasury's transactions. */
const misses: Overrides = (method) => {
  if (method === 'getSignaturesForAddress') return [];
  return method === 'getSignatureStatuses'
    ? { context: { slot: 1_000_000_000 }, value: [null] }
    : undefined;
};

onOneDatabase('a payout never pays twice', (fresh) => {
  const world = World.forTests({ fresh, parts: { treasuryKey: null } });
  let shop: SellScenario;
  let wallet: KeyPairSigner;
  beforeAll(async () => {
    shop = await SellScenario.open(world, () => followPayouts(world.node.parts).run());
    wallet = await world.ownerWallet();
  });

  test('even if the wallet sends two variants of one attempt at once', async () => {
    const { built, ...one } = await shop.handedOut();
    for (const price of [7, 9]) {
      await sendIfTaken(world.net, await signAltered(wallet, built, otherPrice(price)));
    }
    await shop.settle();
    expect((await one.balances.paid())[0]).toBeLessThanOrEqual(payoutOf(one.sell));
    await shop.approved({ ...one, signed: await signBuilt(wallet, built) });
    await shop.settle();
    await shop.expectPaid(one);
  });

  test('even if the wallet sends it with a newer blockhash after the payout was withdrawn', async () => {
    const { built, ...one } = await shop.handedOut();
    await world.pass(LONG_MS);
    await shop.settle();
    const answer = await shop.approve(one);
    const { transaction = built } = answer.body as { transaction?: string };
    const blockhash = await newestBlockhash(world.net);
    await sendIfTaken(world.net, await signAltered(wallet, built, { blockhash }));
    await shop.approve({ ...one, signed: await signBuilt(wallet, transaction) });
    await shop.settle();
    expect((await one.balances.paid())[0]).toBeLessThanOrEqual(payoutOf(one.sell));
  });
});

onOneDatabase('a payout signed by the server never pays twice', (fresh) => {
  const world = World.forTests({ fresh });
  let shop: SellScenario;
  beforeAll(async () => {
    shop = await SellScenario.open(world, () => followPayouts(world.node.parts).run());
  });

  test('even if one provider is down and another lacks the transaction', async () => {
    const one = await shop.approved(await shop.ask());
    await world.pass(LONG_MS);
    const chain = await twoProviders(world, () => UNREACHABLE, misses);
    const alone = await world.restart({ chain });
    for (let i = 0; i < 3; i += 1) {
      await followPayouts(alone.parts).run();
      await world.pass(LONG_MS);
    }
    expect((await one.balances.paid())[0]).toBe(payoutOf(one.sell));
    world.alerts.splice(0);
    await shop.settle();
    await shop.expectPaid(one);
  });

  test('even if its nonce was advanced and all providers lack the transaction', async () => {
    const one = await shop.approved(await shop.ask());
    await world.pass(LONG_MS);
    const blind = await world.restart({ chain: await twoProviders(world, misses, misses) });
    for (let i = 0; i < 3; i += 1) {
      await followPayouts(blind.parts).run();
      await shop.approve(one, blind);
      await world.pass(10 * MINUTE_MS);
    }
    expect(await world.count('payouts where subject = $1', [one.sell.id])).toBe(1);
    expect((await one.balances.paid())[0]).toBe(payoutOf(one.sell));
    world.alerts.splice(0);
    await shop.settle();
    await shop.expectPaid(one);
  });
});
