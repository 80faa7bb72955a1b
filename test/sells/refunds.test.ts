import { setImmediate } from 'node:timers/promises';
import type { KeyPairSigner } from '@solana/kit';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { assignDeposit, listDeposits } from '#contract/admin';
import { refundCredit, refundDeposit } from '#contract/admin-sells';
import type { PayToken } from '#domain/base/money';
import type { Chain } from '#server/chain/chain';
import { DAY_MS, MINUTE_MS } from '#domain/base/time';
import { onOneDatabase } from '#test/databases';
import { type AsOwner, World } from '#test/world';
import type { Node } from '#test/world/node';
import type { TestUser } from '#test/world/user';
import { paymentOf, send, sendWire, units } from '#test/world/wallet';
import { signBuilt } from './owner-wallet.ts';
import { FINAL_MS } from './sellers.ts';
import { Purses, leave } from './treasury.ts';

/** How long a payout may take to land, and to be signed by the owner's wallet. */
const LANDING_MS = 2 * MINUTE_MS;
const SIGNING_MS = 15 * MINUTE_MS;
const AMOUNT = '0.5';

interface Stray {
  readonly id: string;
  readonly purses: Purses;
}

onOneDatabase('refunds', (fresh) => {
  let world: World;
  let nodes: readonly Node[];
  /** A server without a key: the owner's wallet signs. */
  let keyless: Node;
  let owner: AsOwner;
  let wallet: KeyPairSigner;
  let holder: TestUser;
  beforeAll(async () => {
    world = await World.open({ fresh });
    nodes = await world.nodes(3);
    keyless = await world.restart({ treasuryKey: null });
    [owner, wallet] = [await world.owner(), await world.ownerWallet()];
    holder = await (await world.user()).bonded('5', 'USDC');
  });
  afterEach(() => world.expectSound());
  afterAll(() => world.close());

  const times = <T>(count: number, make: (i: number) => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: count }, (_, i) => make(i)));
  const settled = async (ms = FINAL_MS): Promise<void> => {
    await world.pass(ms);
    await world.settle(nodes);
  };
  /** So long after a payout was made it is withdrawn, and that is final. */
  const comesToNothing = async (ms: number): Promise<void> => {
    await world.pass(ms);
    world.net.faults.clear();
    await world.settle(nodes);
    await settled();
  };
  const refund = (id: string, node?: Node, signedTransaction?: string) =>
    owner(
      refundDeposit,
      { params: { id }, body: signedTransaction === undefined ? {} : { signedTransaction } },
      node,
    );
  const assign = (id: string, node?: Node) =>
    owner(assignDeposit, { params: { id }, body: { userId: holder.id } }, node);
  const giveBack = (user: TestUser, node?: Node, signedTransaction?: string) =>
    owner(
      refundCredit,
      {
        params: { id: user.id },
        body: signedTransaction === undefined ? {} : { signedTransaction },
      },
      node,
    );

  /** Payments of people who are no users, listed for the owner. */
  const strays = async (...tokens: readonly PayToken[]) => {
    const strangers: KeyPairSigner[] = [];
    for (const token of tokens) {
      const stranger = await world.fundedWallet('1', '10');
      const paid = await paymentOf(stranger, world.till, token, units(token, AMOUNT));
      await send(world.net, stranger, [paid]);
      strangers.push(stranger);
    }
    for (const ms of [FINAL_MS, MINUTE_MS]) {
      await world.pass(ms);
      await world.settle();
    }
    const { body: listed } = await owner(listDeposits);
    return Promise.all(
      strangers.map(async ({ address }, i) => {
        const { id } = listed.find(({ sender }) => sender === address)!;
        return { id, purses: await Purses.of(world, address, tokens[i]) };
      }),
    );
  };
  const isListed = async (id: string): Promise<boolean> =>
    (await owner(listDeposits)).body.some((deposit) => deposit.id === id);
  /** A user to whom half a SOL stands for staking fees. */
  const credited = async (): Promise<TestUser> => {
    const user = await world.user();
    const { reference } = await user.feeQuote('1');
    await user.pay('SOL', AMOUNT, reference);
    await settled();
    expect((await user.portfolio()).feeCredit).toBe('0.500000000');
    return user;
  };
  const HALF = { SOL: 500_000_000n, USDC: 500_000n } as const;

  test('20 refunds of a deposit at once, on three nodes, in both tokens: its sender has it back, once', async () => {
    for (const token of ['SOL', 'USDC'] as const) {
      const [{ id, purses }] = (await strays(token)) as [Stray];
      const answers = await times(20, (i) => refund(id, nodes[i % 3]));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      expect(new Set(answers.map(({ body }) => body.payout?.signature)).size).toBe(1);
      expect(await assign(id)).toMatchObject({
        status: 409,
        body: { code: 'PAYOUT_OPEN', possibleAt: answers[0]!.body.payout!.expiresAt },
      });
      await settled();
      expect(await purses.paid()).toEqual([HALF[token], HALF[token]]);
      expect(await isListed(id)).toBe(false);
      expect((await refund(id)).body).toMatchObject({
        status: 'refunded',
        payout: { status: 'finalized' },
      });
      expect(await assign(id)).toMatchObject({ status: 409, body: { code: 'DEPOSIT_DECIDED' } });
      expect(await world.count('payouts where subject = $1', [id])).toBe(1);
      expect(await world.count(`admin_log where call like '%/${id}/refund'`)).toBe(1);
    }
  });

  test('a refund that never landed leaves the deposit as it was: refunded again, or assigned', async () => {
    const [again, given] = (await strays('SOL', 'SOL')) as [Stray, Stray];
    world.net.faults.inject({ kind: 'drop' });
    for (const { id } of [again, given]) expect((await refund(id)).status).toBe(200);
    await comesToNothing(LANDING_MS);
    for (const { id } of [again, given]) expect(await isListed(id)).toBe(true);
    expect((await assign(given.id)).status).toBe(201);
    expect(await refund(given.id)).toMatchObject({
      status: 409,
      body: { code: 'DEPOSIT_DECIDED' },
    });
    expect((await refund(again.id)).status).toBe(200);
    await settled();
    expect((await again.purses.paid())[0]).toBe(HALF.SOL);
    expect((await given.purses.paid())[0]).toBe(0n);
  });

  test('one that landed with an error too', async () => {
    const [{ id, purses }] = (await strays('USDC')) as [Stray];
    world.net.faults.inject({ kind: 'drop' }, { times: 1 });
    await refund(id);
    await leave(world, 'USDC', 5n);
    const [row] = await world.rows<{ signed: string }>(
      'select signed from payouts where subject = $1',
      [id],
    );
    await sendWire(world.net, row!.signed);
    await settled();
    expect(world.alerts.splice(0)).not.toEqual([]);
    expect(await refund(id)).toMatchObject({
      status: 409,
      body: { code: 'TREASURY_SHORT', available: '0.000005', required: '0.500000' },
    });
    await leave(world, 'USDC', 1_000_000_000_000n);
    expect((await refund(id)).status).toBe(200);
    await settled();
    expect((await purses.paid())[0]).toBe(HALF.USDC);
  });

  test('refunded and assigned at once, again and again: one of the two', async () => {
    const { chain } = world.node.parts;
    let isBuilt = (): void => {};
    const buildTransfer: Chain['buildTransfer'] = async (order) => {
      const built = await chain.buildTransfer(order);
      isBuilt();
      return built;
    };
    const racing = await world.restart({ chain: { ...chain, buildTransfer } });
    const six = await strays(...Array<PayToken>(6).fill('SOL'));
    for (const [round, { id, purses }] of six.entries()) {
      const bonds = (await holder.bonds()).length;
      const built = new Promise<void>((done) => {
        isBuilt = done;
      });
      // Assigned while the refund is about to be written: sooner or later, by the round.
      const assigned = built.then(async () => {
        for (let turns = 4 * round; turns > 0; turns -= 1) await setImmediate();
        return assign(id, nodes[1]);
      });
      const answers = await Promise.all([refund(id, racing), assigned]);
      const statuses = answers.map(({ status }) => status);
      expect([
        [200, 409],
        [409, 201],
      ]).toContainEqual(statuses);
      await world.pass(FINAL_MS);
      await world.settle();
      const isAssigned = statuses[1] === 201;
      expect((await holder.bonds()).length - bonds).toBe(isAssigned ? 1 : 0);
      expect((await purses.paid())[0]).toBe(isAssigned ? 0n : HALF.SOL);
    }
  });

  test('signed by the owner’s wallet: the same bytes for all, only these, and found where nobody brought them back', async () => {
    const [back, unasked] = (await strays('SOL', 'USDC')) as [Stray, Stray];
    const handOut = async (id: string): Promise<string> => {
      const { status, body } = await refund(id, keyless);
      expect(status).toBe(202);
      return (body as { transaction?: string }).transaction!;
    };
    const built = await handOut(back.id);
    expect(new Set(await times(10, () => handOut(back.id)))).toEqual(new Set([built]));
    expect((await assign(back.id)).status).toBe(409);
    const foreign = await signBuilt(wallet, await handOut(unasked.id));
    expect(await refund(back.id, keyless, foreign)).toMatchObject({
      status: 422,
      body: { code: 'PAYOUT_MISMATCH' },
    });
    const signed = await signBuilt(wallet, built);
    const answers = await times(10, () => refund(back.id, keyless, signed));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    await sendWire(world.net, await signBuilt(wallet, await handOut(unasked.id)));
    await settled();
    await settled();
    expect((await back.purses.paid())[0]).toBe(HALF.SOL);
    expect((await unasked.purses.paid())[0]).toBe(HALF.USDC);
    expect((await refund(unasked.id)).body).toMatchObject({ status: 'refunded' });
  });

  test('a deposit that goes back is no fee meanwhile, and one that became a fee does not go back', async () => {
    // Too small for a bond, and not announced.
    const pay = async (): Promise<[string, string]> => {
      const signature = await holder.pay('SOL', '0.005');
      await settled();
      await settled(MINUTE_MS);
      const { body } = await owner(listDeposits, { query: { small: 'true' } });
      return [signature, body.find((deposit) => deposit.signature === signature)!.id];
    };
    const [signature, id] = await pay();
    const purses = await Purses.of(world, holder.address);
    world.net.faults.inject({ kind: 'drop' });
    expect((await refund(id)).status).toBe(200);
    expect(await holder.postStake('0.01', signature)).toMatchObject({
      status: 409,
      body: { code: 'SIGNATURE_USED' },
    });
    await comesToNothing(LANDING_MS);
    const both = await Promise.all([holder.postStake('0.01', signature), refund(id, nodes[1])]);
    await settled();
    const isFee = both[0].status === 201;
    expect(both.map(({ status }) => status)).toEqual(isFee ? [201, 409] : [409, 200]);
    expect((await purses.paid())[0]).toBe(isFee ? 0n : 5_000_000n);
    const [other, otherId] = await pay();
    expect((await holder.postStake('0.01', other)).status).toBe(201);
    expect(await refund(otherId)).toMatchObject({ status: 409, body: { code: 'DEPOSIT_DECIDED' } });
  });

  test('20 refunds of credit at once: paid once, and no stake uses it meanwhile; new credit goes back anew', async () => {
    const user = await credited();
    const purses = await Purses.of(world, user.address);
    const answers = await times(20, (i) => giveBack(user, nodes[i % 3]));
    for (const { status, body } of answers) {
      expect([status, body.amount, body.userId]).toEqual([200, '0.500000000', user.id]);
    }
    expect(new Set(answers.map(({ body }) => body.payout?.signature)).size).toBe(1);
    expect(await user.feeQuote('0.001')).toMatchObject({ credit: '0' });
    await settled();
    expect(await purses.paid()).toEqual([HALF.SOL, HALF.SOL]);
    expect(await giveBack(user)).toMatchObject({
      status: 409,
      body: { code: 'NOTHING_TO_REFUND' },
    });
    const { reference } = await user.feeQuote('1');
    await user.pay('SOL', AMOUNT, reference);
    expect((await giveBack(user)).status, 'not final yet').toBe(409);
    await settled();
    expect((await giveBack(user)).status).toBe(200);
    await settled();
    expect((await user.portfolio()).feeCredit).toBe('0.000000000');
    expect(await world.count('payouts where subject = $1', [user.id])).toBe(2);
  });

  test('credit whose refund came to nothing stands to the user again', async () => {
    const user = await credited();
    world.net.faults.inject({ kind: 'drop' });
    expect((await giveBack(user)).status).toBe(200);
    expect((await user.portfolio()).feeCredit).toBe('0.000000000');
    await comesToNothing(LANDING_MS);
    expect((await user.portfolio()).feeCredit).toBe('0.500000000');
    // Handed out to the owner's wallet, and not signed: the same.
    expect((await giveBack(user, keyless)).status).toBe(202);
    expect((await user.portfolio()).feeCredit).toBe('0.000000000');
    await comesToNothing(SIGNING_MS);
    expect((await user.portfolio()).feeCredit).toBe('0.500000000');
    const purses = await Purses.of(world, user.address);
    const { body } = await giveBack(user, keyless);
    const signed = await signBuilt(wallet, (body as { transaction?: string }).transaction!);
    expect((await giveBack(user, keyless, signed)).status).toBe(200);
    await settled();
    expect(await purses.paid()).toEqual([HALF.SOL, HALF.SOL]);
  });

  test('credit that is refunded and staked with at once is used once', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { reference } = await holder.feeQuote('0.1');
      await holder.pay('SOL', AMOUNT, reference);
      await settled();
      const before = units('SOL', (await holder.portfolio()).feeCredit);
      const purses = await Purses.of(world, holder.address);
      const fee = BigInt((await holder.feeQuote('0.1')).lamports) === 0n;
      expect(fee, 'credit covers it').toBe(true);
      const [staked, refunded] = await Promise.all([
        holder.postStake('0.1', undefined, {}, nodes[1]),
        giveBack(holder, nodes[round % 2 === 0 ? 1 : 2]),
      ]);
      expect([201, 402]).toContain(staked.status);
      expect([200, 409]).toContain(refunded.status);
      await settled();
      const after = units('SOL', (await holder.portfolio()).feeCredit);
      const used = staked.status === 201 ? 9_870_000n : 0n;
      const [received] = await purses.paid();
      expect(received + used + after).toBe(before);
      await world.pass(DAY_MS);
    }
  });
});
