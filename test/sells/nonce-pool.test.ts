import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { fundNonces, getNonces } from '#contract/payouts/admin-sells';
import { lamports } from '#domain/base/money';
import { SECOND_MS } from '#domain/base/time';
import type { ConfirmedTransfer } from '#domain/payouts/payout-bytes';
import { fact } from '#server/kernel/rpc/answer';
import { keepNoncePool } from '#server/payouts/keep-nonces';
import { noncePoolOf } from '#server/kernel/chain/nonces';
import { serverKey } from '#server/kernel/db/server-keys';
import { onOneDatabase } from '#test/databases';
import { World } from '#test/world';
import type { Node } from '#test/world/node';
import { held, paymentOf, send, units } from '#test/world/wallet';
import { faultOnPage } from './page-check.ts';
import { ofPayment, signAltered, signBuilt } from './owner-wallet.ts';
import { FINAL_MS } from './sellers.ts';

onOneDatabase('nonces of payouts', (fresh) => {
  const world = World.forTests({ fresh });

  /** Server on a cluster, with a nonce authority key without funds. */
  const onCluster = async (parts: Parameters<World['restart']>[0] = {}): Promise<Node> => {
    const nonces = await noncePoolOf(randomBytes(32));
    return world.restart({ local: null, nonces, ...parts });
  };
  const readyOn = async ({ parts: { chain, nonces } }: Node): Promise<number> => {
    await world.pass(FINAL_MS);
    const there = await chain.nonces(nonces, 'finalized');
    return there.kind === 'fact' ? there.value.length : -1;
  };
  const heldBy = (address: string): Promise<bigint> => held(world, address, 'SOL');

  test('have one authority key on all nodes', async () => {
    const { database, nonces } = world.node.parts;
    const again = await noncePoolOf(await serverKey(database, 'nonce-authority'));
    expect(again.authority).toBe(nonces.authority);
    expect((await world.restart()).parts.nonces.authority).toBe(nonces.authority);
  });

  test('are created once by the server if it has the treasury’s key', async () => {
    const node = await onCluster();
    const before = await heldBy(world.till.treasury);
    await keepNoncePool(node.parts).run();
    await world.pass(2 * SECOND_MS);
    await keepNoncePool(node.parts).run();
    expect(await readyOn(node)).toBe(16);
    const spent = before - (await heldBy(world.till.treasury));
    await keepNoncePool(node.parts).run();
    expect(await readyOn(node)).toBe(16);
    expect(before - (await heldBy(world.till.treasury))).toBe(spent);
    expect(spent).toBeLessThan(50_000_000n);
  });

  test('are funded by one transfer, however often the job runs before it lands', async () => {
    const node = await onCluster();
    const { chain } = node.parts;
    const sent: string[] = [];
    const lost: typeof chain = {
      ...chain,
      send: async (transaction) => {
        sent.push(transaction);
        return { kind: 'sent', signature: '' };
      },
    };
    const job = keepNoncePool({ ...node.parts, chain: lost });
    for (const _ of [1, 2, 3]) {
      await job.run();
      await world.pass(2 * SECOND_MS);
    }
    expect(sent).toHaveLength(3);
    expect(new Set(sent).size).toBe(1);
  });

  test('are created even if a stranger has paid their predictable addresses', async () => {
    const node = await onCluster();
    const stranger = await world.fundedWallet('1', '0');
    const { accounts } = node.parts.nonces;
    const pay = async (treasury: string, sol: string) => {
      const payment = { token: 'SOL', amount: units('SOL', sol) } as const;
      await send(world.net, stranger, [
        await paymentOf(stranger, { ...world.till, treasury }, payment),
      ]);
    };
    for (const { address } of accounts.filter((_, at) => at % 4 < 2)) await pay(address, '0.001');
    for (const _ of [1, 2]) {
      await keepNoncePool(node.parts).run();
      await world.pass(2 * SECOND_MS);
    }
    expect(await readyOn(node)).toBe(16);
    // A slower node creates them again: refused, without an error.
    await pay(node.parts.nonces.authority, '0.1');
    await world.pass(2 * SECOND_MS);
    const { chain } = node.parts;
    const said: unknown[] = [];
    const slower: typeof chain = {
      ...chain,
      nonces: async () => fact([], 0),
      async send(...bytes) {
        const sending = await chain.send(...bytes);
        said.push(sending.kind);
        return sending;
      },
    };
    const alert = (what: string) => said.push(what);
    await keepNoncePool({ ...node.parts, chain: slower, alert }).run();
    expect(said).toEqual(['refused', 'refused', 'refused', 'refused']);
  });

  test('are refused by some chains, whose reason is logged once', async () => {
    const node = await onCluster();
    await keepNoncePool(node.parts).run();
    await world.pass(2 * SECOND_MS);
    const err = '{"InstructionError":[2,"UnsupportedSysvar"]}';
    const send = async () => ({ kind: 'refused', code: -32_002, err }) as const;
    const said: string[] = [];
    const alert = (what: string) => void said.push(what);
    const job = keepNoncePool({ ...node.parts, chain: { ...node.parts.chain, send }, alert });
    await job.run();
    await job.run();
    expect(said).toEqual([
      'payouts are off, because their nonces cannot be made: the chain refuses: UnsupportedSysvar',
    ]);
  });

  test('are funded once by the owner’s wallet without the treasury’s key, by that exact transfer only', async () => {
    const node = await onCluster({ treasuryKey: null });
    const [owner, wallet] = [await world.owner(), await world.ownerWallet()];
    const fund = (signedTransaction?: string) =>
      owner(
        fundNonces,
        { body: signedTransaction === undefined ? {} : { signedTransaction } },
        node,
      );
    await keepNoncePool(node.parts).run();
    expect(await readyOn(node)).toBe(0);
    expect((await owner(getNonces, {}, node)).body).toEqual({
      ready: 0,
      wanted: 16,
      serverKey: node.parts.nonces.authority,
      lacksSOL: '0.043162880',
      paysOutside: false,
    });
    const { status, body } = await fund();
    expect(status).toBe(202);
    const { transaction } = body as unknown as { transaction: string };
    const confirmed: ConfirmedTransfer = {
      purpose: 'fees',
      subject: '',
      receiver: node.parts.nonces.authority,
      token: 'SOL',
      amount: lamports(43_162_880n),
    };
    expect(await faultOnPage(world.till, transaction, confirmed)).toBeNull();
    const toOwner = { ...confirmed, receiver: wallet.address };
    expect(await faultOnPage(world.till, transaction, toOwner)).toBe('receiver');
    const more = ofPayment((payment) => ({
      ...payment,
      data: new Uint8Array(payment.data ?? []).with(8, 1),
    }));
    const other = await fund(await signAltered(wallet, transaction, more));
    expect(other).toMatchObject({ status: 422, body: { code: 'PAYOUT_MISMATCH' } });
    expect((await fund(await signBuilt(wallet, transaction))).status).toBe(200);
    await world.pass(2 * SECOND_MS);
    await keepNoncePool(node.parts).run();
    expect(await readyOn(node)).toBe(16);
    expect(await fund()).toMatchObject({
      status: 200,
      body: { ready: 16, lacksSOL: '0.000000000' },
    });
    expect(await heldBy(node.parts.nonces.authority)).toBeLessThan(20_000_000n);
  });

  test('are funded after the log line, so that a crash leaves the line', async () => {
    const { chain } = world.node.parts;
    const lines = () => world.count(`admin_log where after like '{"signature":%'`);
    const told: number[] = [];
    const send: typeof chain.send = async (...bytes) => {
      told.push(await lines());
      return chain.send(...bytes);
    };
    const node = await onCluster({ treasuryKey: null, chain: { ...chain, send } });
    const [owner, wallet] = [await world.owner(), await world.ownerWallet()];
    const before = await lines();
    const { transaction } = (await owner(fundNonces, { body: {} }, node)).body as unknown as {
      transaction: string;
    };
    const signedTransaction = await signBuilt(wallet, transaction);
    expect((await owner(fundNonces, { body: { signedTransaction } }, node)).status).toBe(200);
    expect(told).toEqual([before + 1]);
  });
});
