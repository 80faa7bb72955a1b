import { type Instruction, type KeyPairSigner, address } from '@solana/kit';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { approveSell, rejectSell } from '#contract/payouts/admin-sells';
import type { SellJson } from '#contract/sells/sells';
import type { PayToken } from '#domain/base/money';
import { MINUTE_MS, SECOND_MS } from '#domain/base/time';
import { onOneDatabase } from '#test/databases';
import { type AsOwner, World } from '#test/world';
import type { Node } from '#test/world/node';
import type { TestUser } from '#test/world/user';
import { held, sendIfTaken, sendWire } from '#test/world/wallet';
import { newestBlockhash, otherPrice, signAltered, signBuilt } from './owner-wallet.ts';
import { confirmedOf, faultOnPage } from './page-check.ts';
import { FINAL_MS, sellNow, sellersIn } from './sellers.ts';
import { Balances, leave, payoutOf } from './treasury.ts';

const MILLION_USDC = 1_000_000_000_000n;

interface Stored {
  readonly status: string;
  readonly withdrawing: boolean;
  readonly nonce_account: string | null;
  readonly signed: string | null;
  readonly costs: bigint;
}

/** World, owner, and helpers for both signing modes. */
class Desk {
  readonly world: World;
  readonly owner: AsOwner;
  readonly wallet: KeyPairSigner;
  readonly #sellers: TestUser[];

  constructor(
    world: World,
    { owner, wallet }: Pick<Desk, 'owner' | 'wallet'>,
    sellers: TestUser[],
  ) {
    this.world = world;
    this.owner = owner;
    this.wallet = wallet;
    this.#sellers = sellers;
  }

  static async open(world: World, count: number): Promise<Desk> {
    const sellers = await sellersIn(world, count);
    const owner = await world.owner();
    return new Desk(world, { owner, wallet: await world.ownerWallet() }, sellers);
  }

  async seller(token: PayToken = 'SOL') {
    const user = this.#sellers.pop()!;
    const sell = await user.asked('1', token);
    return { user, sell, balances: await Balances.of(this.world, user.address, token) };
  }

  approve({ id }: SellJson, signedTransaction?: string) {
    const body = signedTransaction === undefined ? {} : { signedTransaction };
    return this.owner(approveSell, { params: { id }, body });
  }

  reject({ id }: SellJson) {
    return this.owner(rejectSell, { params: { id }, body: {} });
  }

  async handedOut(sell: SellJson): Promise<string> {
    const { status, body } = await this.approve(sell);
    expect(status, JSON.stringify(body)).toBe(202);
    const { transaction } = body as { transaction?: string };
    expect(await faultOnPage(this.world.till, transaction!, confirmedOf(sell))).toBeNull();
    return transaction!;
  }

  stored({ id }: SellJson): Promise<Stored[]> {
    return this.world.rows(
      `select status::text, withdrawing, nonce_account, signed, costs from payouts
       where subject = $1 order by id`,
      [id],
    );
  }

  async statuses(sell: SellJson): Promise<string[]> {
    return (await this.stored(sell)).map(({ status }) => status);
  }

  async settled(ms = FINAL_MS, nodes: readonly Node[] = [this.world.node]): Promise<void> {
    await this.world.pass(ms);
    await this.world.settle(nodes);
  }

  async expectPaid({ user, sell, balances }: Awaited<ReturnType<Desk['seller']>>): Promise<void> {
    const amount = payoutOf(sell);
    expect(await balances.paid()).toEqual([amount, amount]);
    expect(await sellNow(user, sell.id)).toMatchObject({
      status: 'approved',
      payout: { status: 'finalized', error: null },
    });
  }
}

onOneDatabase('payouts with the server’s key', (fresh) => {
  const world = World.forTests({ fresh });
  let desk: Desk;
  beforeAll(async () => {
    desk = await Desk.open(world, 6);
  });
  afterEach(() => world.expectSound());

  test('hold a nonce each until they are finalized, and free it for another payout', async () => {
    for (const token of ['SOL', 'USDC'] as const) {
      const one = await desk.seller(token);
      expect((await desk.approve(one.sell)).status).toBe(200);
      expect((await desk.stored(one.sell))[0]!.nonce_account).not.toBeNull();
      await desk.settled();
      await desk.expectPaid(one);
    }
    expect(await world.count('payouts where nonce_account is null')).toBe(0);
  });

  test('are withdrawn and replaced if they were dropped until they expired, and pay once', async () => {
    const one = await desk.seller();
    const land = world.net.faults.inject({ kind: 'drop' });
    expect((await desk.approve(one.sell)).status).toBe(200);
    const [first] = await desk.stored(one.sell);
    await desk.settled(MINUTE_MS);
    expect(await desk.statuses(one.sell)).toEqual(['sent']);
    land();
    await world.settleAfter(MINUTE_MS);
    // It expired and its nonce was advanced: the dropped transaction can no longer land.
    await desk.settled();
    expect(await desk.statuses(one.sell)).toEqual(['withdrawn', 'sent']);
    await sendIfTaken(world.net, first!.signed!);
    await desk.settled();
    await desk.expectPaid(one);
    expect(await desk.statuses(one.sell)).toEqual(['withdrawn', 'finalized']);
    // 10,000 units at 10,000 micro-lamports, then at four times that, plus two signatures.
    const costs = (await desk.stored(one.sell)).map((payout) => payout.costs);
    expect(costs).toEqual([10_100n, 10_400n]);
  });

  test('refuse a cancellation with 409 until the nonce was advanced; then the request is returned or paid', async () => {
    const one = await desk.seller();
    const land = world.net.faults.inject({ kind: 'drop' });
    expect((await desk.approve(one.sell)).status).toBe(200);
    land();
    for (const late of [await one.user.cancelSell(one.sell.id), await desk.reject(one.sell)]) {
      expect(late).toMatchObject({ status: 409, body: { code: 'PAYOUT_OPEN' } });
    }
    const { signed } = (await desk.stored(one.sell))[0]!;
    await world.settle();
    expect((await one.user.cancelSell(one.sell.id)).status).toBe(409);
    await desk.settled();
    expect(await sellNow(one.user, one.sell.id)).toMatchObject({ status: 'pending' });
    expect((await one.user.cancelSell(one.sell.id)).status).toBe(200);
    await sendIfTaken(world.net, signed!);
    await desk.settled();
    expect(await one.balances.paid()).toEqual([0n, 0n]);
    expect(await desk.statuses(one.sell)).toEqual(['withdrawn']);
    const landed = await desk.seller();
    expect((await desk.approve(landed.sell)).status).toBe(200);
    expect((await landed.user.cancelSell(landed.sell.id)).status).toBe(409);
    await desk.settled();
    await desk.expectPaid(landed);
    expect((await landed.user.cancelSell(landed.sell.id)).body.code).toBe('SELL_DECIDED');
  });

  test('make the request pending again after landing with an error, and never use that nonce value again', async () => {
    const one = await desk.seller('USDC');
    const land = world.net.faults.inject({ kind: 'drop' }, { times: 1 });
    await desk.approve(one.sell);
    land();
    const { signed } = (await desk.stored(one.sell))[0]!;
    await leave(world, 'USDC', 5n);
    await sendWire(world.net, signed!);
    await desk.settled();
    expect(world.alerts.splice(0)).toMatchObject([{ what: 'a payout failed' }]);
    expect(await sellNow(one.user, one.sell.id)).toMatchObject({
      status: 'pending',
      payout: { status: 'failed' },
    });
    await leave(world, 'USDC', MILLION_USDC);
    await sendIfTaken(world.net, signed!);
    await desk.settled();
    expect((await one.balances.paid())[0]).toBe(0n);
    expect((await desk.reject(one.sell)).status).toBe(200);
  });
});

onOneDatabase('payouts signed by the owner’s wallet', (fresh) => {
  const world = World.forTests({ fresh, parts: { treasuryKey: null } });
  let desk: Desk;
  beforeAll(async () => {
    desk = await Desk.open(world, 6);
  });
  afterEach(() => world.expectSound());

  test('are found, approved and paid once if the wallet sends them itself and never returns them', async () => {
    for (const token of ['SOL', 'USDC'] as const) {
      const one = await desk.seller(token);
      const built = await desk.handedOut(one.sell);
      await sendWire(world.net, await signBuilt(desk.wallet, built));
      await desk.settled(2 * SECOND_MS);
      expect(await sellNow(one.user, one.sell.id)).toMatchObject({ status: 'approved' });
      await desk.settled();
      await desk.expectPaid(one);
    }
  });

  test('are withdrawn with 409 if the wallet alters them, and another wallet pays once', async () => {
    const one = await desk.seller();
    const built = await desk.handedOut(one.sell);
    const memo: Instruction = {
      programAddress: address('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'),
      data: new TextEncoder().encode('from my wallet'),
    };
    const appended = { edit: (all: readonly Instruction[]) => [...all, memo] };
    const renewed = { blockhash: await newestBlockhash(world.net) };
    for (const changes of [appended, otherPrice(9), renewed]) {
      await sendIfTaken(world.net, await signAltered(desk.wallet, built, changes));
    }
    const refused = await desk.approve(one.sell, await signAltered(desk.wallet, built, appended));
    expect(refused).toMatchObject({ status: 409, body: { code: 'PAYOUT_ALTERED' } });
    expect(refused.body.error).toContain('Use another wallet in 30 s, or set TREASURY_KEYPAIR');
    // The bytes of the withdrawn attempt are refused, and no new one is made before it is void.
    const late = await desk.approve(one.sell, await signBuilt(desk.wallet, built));
    expect(late).toMatchObject({ status: 409, body: { code: 'PAYOUT_EXPIRED' } });
    expect((await desk.approve(one.sell)).body.code).toBe('PAYOUT_OPEN');
    expect((await desk.stored(one.sell))[0]!.withdrawing).toBe(true);
    await world.settle();
    await desk.settled();
    expect(await one.balances.paid()).toEqual([0n, 0n]);
    const again = await desk.handedOut(one.sell);
    const { status, body } = await desk.approve(one.sell, await signBuilt(desk.wallet, again));
    expect(status, JSON.stringify(body)).toBe(200);
    await desk.settled();
    await desk.expectPaid(one);
    expect(await desk.statuses(one.sell)).toEqual(['withdrawn', 'finalized']);
  });

  test('return the same bytes for 15 minutes if they are not signed, and are then withdrawn', async () => {
    const one = await desk.seller();
    const built = await desk.handedOut(one.sell);
    await desk.settled(14 * MINUTE_MS);
    expect(await desk.handedOut(one.sell)).toBe(built);
    await desk.settled(MINUTE_MS);
    expect((await desk.approve(one.sell)).body.code).toBe('PAYOUT_OPEN');
    await desk.settled();
    expect(await desk.statuses(one.sell)).toEqual(['withdrawn']);
    const signed = await signBuilt(desk.wallet, built);
    await sendIfTaken(world.net, signed);
    await desk.settled();
    expect(await one.balances.paid()).toEqual([0n, 0n]);
    // A tab with the old bytes does not affect the new payout.
    const again = await desk.handedOut(one.sell);
    expect(again).not.toBe(built);
    const stale = await desk.approve(one.sell, signed);
    expect(stale).toMatchObject({ status: 422, body: { code: 'PAYOUT_MISMATCH' } });
    expect(await desk.handedOut(one.sell)).toBe(again);
    expect((await one.user.cancelSell(one.sell.id)).body.code).toBe('PAYOUT_OPEN');
    await world.settle();
    await desk.settled();
    expect((await one.user.cancelSell(one.sell.id)).status).toBe(200);
    expect(await desk.statuses(one.sell)).toEqual(['withdrawn', 'withdrawn']);
  });

  test('are withdrawn at the cost of the server’s key, which holds only fee money', async () => {
    const { authority } = world.node.parts.nonces;
    const before = await held(world, authority, 'SOL');
    expect(before).toBeLessThan(100_000_000n);
    const one = await desk.seller();
    await desk.handedOut(one.sell);
    expect((await one.user.cancelSell(one.sell.id)).status).toBe(409);
    await world.settle();
    await desk.settled();
    expect((await one.user.cancelSell(one.sell.id)).status).toBe(200);
    const spent = before - (await held(world, authority, 'SOL'));
    expect([spent > 0n, spent < 10_000n]).toEqual([true, true]);
    expect(await one.balances.paid()).toEqual([0n, 0n]);
  });
});
