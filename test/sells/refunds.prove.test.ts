import { setImmediate } from 'node:timers/promises';
import { AccountRole, type KeyPairSigner, address } from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import { TOKEN_PROGRAM_ADDRESS } from '@solana-program/token';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { assignDeposit, listDeposits } from '#contract/payments/admin-deposits';
import { getLog } from '#contract/audit/admin-log';
import { refundCredit, refundDeposit } from '#contract/payouts/admin-sells';
import type { PayToken } from '#domain/base/money';
import type { Chain } from '#server/kernel/chain/chain';
import { payoutKeys } from '#server/kernel/chain/payout-keys';
import { DAY_MS, MINUTE_MS } from '#domain/base/time';
import { onOneDatabase } from '#test/databases';
import { times } from '#test/support/times';
import { holderOf } from '#test/vaults/stakers';
import { type AsOwner, World } from '#test/world';
import type { Node } from '#test/world/node';
import type { TestUser } from '#test/world/user';
import {
  held,
  newWallet,
  paymentOf,
  send,
  sendWire,
  signText,
  tokenAccount,
  units,
} from '#test/world/wallet';
import { signBuilt } from './owner-wallet.ts';
import { FINAL_MS } from './sellers.ts';
import { Balances, leave } from './treasury.ts';

/** Time limits of a payout: landing, and signing by the owner's wallet. */
const LANDING_MS = 2 * MINUTE_MS;
const SIGNING_MS = 15 * MINUTE_MS;
const AMOUNT = '0.5';

/** Options of a refund to another address. */
interface Refunding {
  readonly node?: Node;
  readonly message?: string;
  readonly signature?: string;
}

interface UnmatchedDeposit {
  readonly id: string;
  readonly sender: string;
  readonly balances: Balances;
}

onOneDatabase('refunds', (fresh) => {
  const world = World.forTests({ fresh });
  let nodes: readonly Node[];
  /** Server without a key: the owner's wallet signs. */
  let keyless: Node;
  let owner: AsOwner;
  let wallet: KeyPairSigner;
  let holder: TestUser;
  beforeAll(async () => {
    nodes = await world.nodes(3);
    keyless = await world.restart({ treasuryKey: null });
    [owner, wallet] = [await world.owner(), await world.ownerWallet()];
    holder = await (await world.user()).bonded('5', 'USDC');
  });
  afterEach(() => world.expectSound());

  const settled = (ms = FINAL_MS): Promise<void> => world.settleAfter(ms, nodes);
  /** Waits until an unpaid payout is withdrawn, and the withdrawal is final. */
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

  /** Makes payments by strangers, listed for the owner. */
  const strays = async (...tokens: readonly PayToken[]): Promise<UnmatchedDeposit[]> => {
    const strangers: KeyPairSigner[] = [];
    for (const token of tokens) {
      const stranger = await world.fundedWallet('1', '10');
      const paid = await paymentOf(stranger, world.till, { token, amount: units(token, AMOUNT) });
      await send(world.net, stranger, [paid]);
      strangers.push(stranger);
    }
    for (const ms of [FINAL_MS, MINUTE_MS]) {
      await world.settleAfter(ms);
    }
    const { body: listed } = await owner(listDeposits);
    return Promise.all(
      strangers.map(async ({ address: sender }, i) => {
        const { id } = listed.find((each) => each.sender === sender)!;
        return { id, sender, balances: await Balances.of(world, sender, tokens[i]) };
      }),
    );
  };
  const isListed = async (id: string): Promise<boolean> =>
    (await owner(listDeposits)).body.some((deposit) => deposit.id === id);
  /** User with a fee credit of half a SOL. */
  const credited = async (): Promise<TestUser> => {
    const user = await holderOf(world, '1');
    const { reference } = await user.feeQuote('1');
    await user.pay('SOL', AMOUNT, reference);
    await settled();
    expect((await user.portfolio()).feeCredit).toBe('0.500000000');
    return user;
  };
  const HALF = { SOL: 500_000_000n, USDC: 500_000n } as const;

  test('pay a deposit’s sender once for 20 concurrent refunds on three nodes, in both tokens', async () => {
    for (const token of ['SOL', 'USDC'] as const) {
      const [{ id, balances }] = (await strays(token)) as [UnmatchedDeposit];
      const answers = await times(20, (i) => refund(id, nodes[i % 3]));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      expect(new Set(answers.map(({ body }) => body.payout?.signature)).size).toBe(1);
      expect(await assign(id)).toMatchObject({
        status: 409,
        body: { code: 'PAYOUT_OPEN', possibleAt: answers[0]!.body.payout!.expiresAt },
      });
      await settled();
      expect(await balances.paid()).toEqual([HALF[token], HALF[token]]);
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

  test('leave a deposit open if they never landed, so that it can be refunded or assigned', async () => {
    const [again, given] = (await strays('SOL', 'SOL')) as [UnmatchedDeposit, UnmatchedDeposit];
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
    expect((await again.balances.paid())[0]).toBe(HALF.SOL);
    expect((await given.balances.paid())[0]).toBe(0n);
  });

  test('leave a deposit open if they landed with an error', async () => {
    const [{ id, balances }] = (await strays('USDC')) as [UnmatchedDeposit];
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
    expect((await balances.paid())[0]).toBe(HALF.USDC);
  });

  test('refund or assign a deposit, never both, in races of the two', async () => {
    const { chain } = world.node.parts;
    let isBuilt = (): void => {};
    const buildTransfer: Chain['buildTransfer'] = async (order) => {
      const built = await chain.buildTransfer(order);
      isBuilt();
      return built;
    };
    const racing = await world.restart({ chain: { ...chain, buildTransfer } });
    const six = await strays(...Array<PayToken>(6).fill('SOL'));
    for (const [round, { id, balances }] of six.entries()) {
      const bonds = (await holder.bonds()).length;
      const built = new Promise<void>((done) => {
        isBuilt = done;
      });
      // Assigned while the refund is about to be written, at a different moment each round.
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
      await world.settleAfter(FINAL_MS);
      const isAssigned = statuses[1] === 201;
      expect((await holder.bonds()).length - bonds).toBe(isAssigned ? 1 : 0);
      expect((await balances.paid())[0]).toBe(isAssigned ? 0n : HALF.SOL);
    }
  });

  test('are the same bytes for all if the owner’s wallet signs, the only accepted ones, and found if not returned', async () => {
    const [back, unasked] = (await strays('SOL', 'USDC')) as [UnmatchedDeposit, UnmatchedDeposit];
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
    expect((await back.balances.paid())[0]).toBe(HALF.SOL);
    expect((await unasked.balances.paid())[0]).toBe(HALF.USDC);
    expect((await refund(unasked.id)).body).toMatchObject({ status: 'refunded' });
  });

  test('exclude each other with the use of a deposit as a fee', async () => {
    // Too small for a bond, and not announced.
    const pay = async (): Promise<[string, string]> => {
      const signature = await holder.pay('SOL', '0.005');
      await settled();
      await settled(MINUTE_MS);
      const { body } = await owner(listDeposits, { query: { small: 'true' } });
      return [signature, body.find((deposit) => deposit.signature === signature)!.id];
    };
    const [signature, id] = await pay();
    const balances = await Balances.of(world, holder.address);
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
    expect((await balances.paid())[0]).toBe(isFee ? 0n : 5_000_000n);
    const [other, otherId] = await pay();
    expect((await holder.postStake('0.01', other)).status).toBe(201);
    expect(await refund(otherId)).toMatchObject({ status: 409, body: { code: 'DEPOSIT_DECIDED' } });
  });

  test('pay credit once for 20 concurrent refunds, reserve it meanwhile, and pay new credit again', async () => {
    const user = await credited();
    const balances = await Balances.of(world, user.address);
    const answers = await times(20, (i) => giveBack(user, nodes[i % 3]));
    for (const { status, body } of answers) {
      expect([status, body.amount, body.userId]).toEqual([200, '0.500000000', user.id]);
    }
    expect(new Set(answers.map(({ body }) => body.payout?.signature)).size).toBe(1);
    expect(await user.feeQuote('0.001')).toMatchObject({ credit: '0' });
    await settled();
    expect(await balances.paid()).toEqual([HALF.SOL, HALF.SOL]);
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

  test('return credit to the user if they failed', async () => {
    const user = await credited();
    world.net.faults.inject({ kind: 'drop' });
    expect((await giveBack(user)).status).toBe(200);
    expect((await user.portfolio()).feeCredit).toBe('0.000000000');
    await comesToNothing(LANDING_MS);
    expect((await user.portfolio()).feeCredit).toBe('0.500000000');
    // The same, handed out to the owner's wallet and not signed.
    expect((await giveBack(user, keyless)).status).toBe(202);
    expect((await user.portfolio()).feeCredit).toBe('0.000000000');
    await comesToNothing(SIGNING_MS);
    expect((await user.portfolio()).feeCredit).toBe('0.500000000');
    const balances = await Balances.of(world, user.address);
    const { body } = await giveBack(user, keyless);
    const signed = await signBuilt(wallet, (body as { transaction?: string }).transaction!);
    expect((await giveBack(user, keyless, signed)).status).toBe(200);
    await settled();
    expect(await balances.paid()).toEqual([HALF.SOL, HALF.SOL]);
  });

  test('use credit once in races of refunds and stakes', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { reference } = await holder.feeQuote('0.1');
      await holder.pay('SOL', AMOUNT, reference);
      await settled();
      const before = units('SOL', (await holder.portfolio()).feeCredit);
      const balances = await Balances.of(world, holder.address);
      const fee = BigInt((await holder.feeQuote('0.1')).lamports) === 0n;
      expect(fee, 'credit covers it').toBe(true);
      const [staked, refunded] = await Promise.all([
        holder.on(nodes[1]!).postStake('0.1'),
        giveBack(holder, nodes[round % 2 === 0 ? 1 : 2]),
      ]);
      expect([201, 402]).toContain(staked.status);
      expect([200, 409]).toContain(refunded.status);
      await settled();
      const after = units('SOL', (await holder.portfolio()).feeCredit);
      const used = staked.status === 201 ? 9_870_000n : 0n;
      const [received] = await balances.paid();
      expect(received + used + after).toBe(before);
      await world.pass(DAY_MS);
    }
  });

  describe('refunds to another address', () => {
    const to = (id: string, receiver: string, { node, ...signed }: Refunding = {}) =>
      owner(refundDeposit, { params: { id }, body: { receiver, ...signed } }, node);
    /** Text for an owner to sign. */
    const textFor = async (id: string, receiver: string): Promise<string> => {
      const { status, body } = await to(id, receiver);
      expect([status, body.code]).toEqual([401, 'SIGNATURE_REQUIRED']);
      return (body as unknown as { message: string }).message;
    };
    const signedFor = async (id: string, receiver: string) => {
      const message = await textFor(id, receiver);
      return { message, signature: await signText(wallet, message) };
    };

    test('need an owner’s signature for the server’s key, pay once, and are logged', async () => {
      const [{ id, balances }] = (await strays('SOL')) as [UnmatchedDeposit];
      const [other, thief] = [(await newWallet()).address, (await newWallet()).address];
      const theirs = await Balances.of(world, other);
      const signed = await signedFor(id, other);
      expect(signed.message).toContain(
        `pay 0.500000000 SOL to ${other} out of the treasury, and not to the wallet that sent it.`,
      );
      const forged = { ...signed, signature: await signText(holder.wallet, signed.message) };
      expect((await to(id, other, forged)).body.code).toBe('SIGNATURE_INVALID');
      expect((await to(id, thief, signed)).body.code, 'good for no other').toBe(
        'SIGNATURE_INVALID',
      );
      expect(await world.count('payouts where subject = $1', [id])).toBe(0);
      const paid = await to(id, other, signed);
      expect(paid).toMatchObject({ status: 200, body: { receiver: other, status: 'open' } });
      expect((await to(id, other, signed)).status, 'asked again, it is the same payout').toBe(200);
      for (const elsewhere of [await refund(id), await to(id, thief)]) {
        expect(elsewhere).toMatchObject({
          status: 409,
          body: { code: 'PAYOUT_ELSEWHERE', receiver: other },
        });
      }
      await settled();
      expect(await theirs.paid()).toEqual([HALF.SOL, HALF.SOL]);
      expect((await balances.paid())[0]).toBe(0n);
      expect((await to(id, other)).body).toMatchObject({ status: 'refunded', receiver: other });
      expect(await refund(id)).toMatchObject({ status: 409, body: { code: 'DEPOSIT_DECIDED' } });
      const lines = (await owner(getLog)).body.entries.filter(({ call }) => call.includes(id));
      expect(lines).toHaveLength(1);
      expect(lines[0]).toMatchObject({
        before: { sender: expect.not.stringMatching(other), status: 'open' },
        after: { payout: { receiver: other } },
      });
    });

    test('deduct a new USDC account’s rent in the transaction that the owner’s wallet signs', async () => {
      const [{ id, balances }] = (await strays('USDC')) as [UnmatchedDeposit];
      const other = (await newWallet()).address;
      const theirs = await Balances.of(world, other, 'USDC');
      const { status, body } = await to(id, other, { node: keyless });
      expect([status, body.receiver]).toEqual([202, other]);
      const signed = await signBuilt(wallet, (body as { transaction?: string }).transaction!);
      expect((await refund(id, keyless, signed)).body.receiver).toBe(other);
      await settled();
      const [received, given] = await theirs.paid();
      const charged = units('USDC', body.payout!.rentCharged);
      expect([received, given, charged > 0n]).toEqual([HALF.USDC - charged, received, true]);
      expect((await balances.paid())[0]).toBe(0n);
    });

    test('are not made if the sender was already paid on the chain', async () => {
      const [{ id, balances, sender }] = (await strays('SOL')) as [UnmatchedDeposit];
      world.net.faults.inject({ kind: 'drop' });
      expect((await refund(id)).status).toBe(200);
      await comesToNothing(LANDING_MS);
      const other = (await newWallet()).address;
      const signed = await signedFor(id, other);
      const { forSubject } = payoutKeys({ id: '', purpose: 'deposit', subject: id });
      const transfer = getTransferSolInstruction({
        source: wallet,
        destination: address(sender),
        amount: HALF.SOL,
      });
      const named = { address: address(forSubject), role: AccountRole.READONLY };
      await send(world.net, wallet, [{ ...transfer, accounts: [...transfer.accounts, named] }]);
      await world.pass(2_000);
      const early = await to(id, other, signed);
      expect(early, 'until it is final').toMatchObject({
        status: 409,
        body: { code: 'PAYOUT_OPEN' },
      });
      await world.pass(FINAL_MS);
      const found = await to(id, other, signed);
      expect(found).toMatchObject({ status: 200, body: { status: 'refunded', receiver: sender } });
      expect(world.alerts.splice(0)).not.toEqual([]);
      await settled();
      expect((await balances.paid())[0]).toBe(HALF.SOL);
      expect(await held(world, other, 'SOL')).toBe(0n);
    });

    test('are refused, and not stored, for an address at which the money would be lost', async () => {
      const [{ id }] = (await strays('SOL')) as [UnmatchedDeposit];
      const { till } = world;
      const nobody = (await newWallet()).address;
      for (const lost of [
        till.treasury,
        till.treasuryTokenAccount,
        await tokenAccount(holder.address, till.usdcMint),
        await tokenAccount(nobody, till.usdcMint),
        TOKEN_PROGRAM_ADDRESS,
      ]) {
        const { status, body } = await to(id, lost, { node: keyless });
        expect([lost, status, body.code]).toEqual([lost, 409, 'PAYOUT_IMPOSSIBLE']);
      }
      for (const wrong of ['z'.repeat(44), '1'.repeat(33), 'no address']) {
        expect((await to(id, wrong)).status, wrong).toBe(400);
      }
      expect(await world.count('payouts where subject = $1', [id])).toBe(0);
    });
  });
});
