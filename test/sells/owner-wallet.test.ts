import { AccountRole, type Instruction, type KeyPairSigner, address } from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { approveSell, rejectSell } from '#contract/payouts/admin-sells';
import type { SellJson } from '#contract/sells/sells';
import type { PayToken } from '#domain/base/money';
import { MINUTE_MS } from '#domain/base/time';
import { onOneDatabase } from '#test/databases';
import { type AsOwner, World } from '#test/world';
import type { Node } from '#test/world/node';
import type { TestUser } from '#test/world/user';
import { newWallet, signatureOf } from '#test/world/wallet';
import { type Changes, forgeBuilt, ofPayment, signAltered, signBuilt } from './owner-wallet.ts';
import { confirmedOf, faultOnPage } from './page-check.ts';
import { FINAL_MS, sellNow, sellersIn } from './sellers.ts';
import { Balances, payoutOf } from './treasury.ts';

/** Longer than a signed payout is resent. */
const EXPIRED_MS = 2 * MINUTE_MS;

onOneDatabase('payouts signed by the owner’s wallet, on three nodes', (fresh) => {
  const world = World.forTests({ fresh, parts: { treasuryKey: null } });
  let nodes: readonly Node[];
  let owner: AsOwner;
  let wallet: KeyPairSigner;
  let sellers: TestUser[];
  beforeAll(async () => {
    nodes = await world.nodes(3);
    sellers = await sellersIn(world, 13);
    owner = await world.owner();
    wallet = await world.ownerWallet();
  });
  afterEach(() => world.expectSound());

  const approve = ({ id }: SellJson, signedTransaction?: string, node?: Node) => {
    const body = {
      notes: 'yes',
      ...(signedTransaction === undefined ? {} : { signedTransaction }),
    };
    return owner(approveSell, { params: { id }, body }, node);
  };
  /** Transaction handed out for a request. */
  const handedOut = async (sell: SellJson, node?: Node): Promise<string> => {
    const { status, body } = await approve(sell, undefined, node);
    expect(status, JSON.stringify(body)).toBe(202);
    return (body as { transaction?: string }).transaction!;
  };
  /** Another seller, with a request, balances, and the transaction to sign. */
  const seller = async (token: PayToken = 'SOL') => {
    const user = sellers.pop()!;
    const sell = await user.asked('1', token);
    const balances = await Balances.of(world, user.address, token);
    const built = await handedOut(sell);
    expect(await faultOnPage(world.till, built, confirmedOf(sell))).toBeNull();
    return { user, sell, balances, built };
  };
  const settled = (ms = FINAL_MS): Promise<void> => world.settleAfter(ms, nodes);
  /** Expired payouts are withdrawn, and the withdrawal is final. */
  const withdrawn = async (): Promise<void> => {
    await world.settle(nodes);
    await settled();
  };
  const statuses = async ({ id }: SellJson): Promise<string[]> => {
    const text = 'select status::text from payouts where subject = $1 order by id';
    return (await world.rows<{ status: string }>(text, [id])).map(({ status }) => status);
  };
  const expectPaid = async (user: TestUser, sell: SellJson, received: bigint): Promise<void> => {
    expect(received).toBe(payoutOf(sell));
    expect(await sellNow(user, sell.id)).toMatchObject({
      status: 'approved',
      payout: { status: 'finalized', error: null },
    });
  };

  test('are the same bytes for every tab and node, and pay once if all return them signed', async () => {
    for (const token of ['SOL', 'USDC'] as const) {
      const { user, sell, balances, built } = await seller(token);
      const tabs = await Promise.all(
        Array.from({ length: 20 }, (_, i) => handedOut(sell, nodes[i % 3])),
      );
      expect(new Set(tabs)).toEqual(new Set([built]));
      const waiting = await sellNow(user, sell.id);
      expect(waiting).toMatchObject({ status: 'pending', reviewedAt: null, notes: null });
      expect(waiting.payout).toMatchObject({ status: 'awaiting-signature', signature: null });
      const signed = await signBuilt(wallet, built);
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, i) => approve(sell, signed, nodes[i % 3])),
      );
      for (const { status, body } of answers) {
        expect([status, body.status, body.notes]).toEqual([200, 'approved', 'yes']);
        expect(body.payout).toMatchObject({ status: 'sent', signature: signatureOf(signed) });
      }
      await settled();
      const amount = payoutOf(sell);
      expect(await balances.paid()).toEqual([amount, amount]);
      await expectPaid(user, sell, amount);
      expect((await approve(sell)).status).toBe(200);
      expect((await approve(sell, signed)).status).toBe(200);
      const lines = await world.count(`admin_log where call like '%/${sell.id}/approve'`);
      expect(lines, 'handed out, and signed').toBe(2);
    }
  });

  test('refuse another transaction with 422, and store nothing', async () => {
    const { user, sell, balances, built } = await seller();
    const stranger = await newWallet();
    const another = await seller();
    const transfer = (amount: bigint): Instruction =>
      getTransferSolInstruction({ source: wallet, destination: stranger.address, amount });
    const data = (edit: (bytes: Uint8Array) => Uint8Array) =>
      ofPayment((payment) => ({ ...payment, data: edit(new Uint8Array(payment.data!)) }));
    const accounts = (edit: (n: number, key: string) => string) =>
      ofPayment((payment) => ({
        ...payment,
        accounts: payment.accounts!.map((a, n) => ({ ...a, address: address(edit(n, a.address)) })),
      }));
    const signer = { address: stranger.address, role: AccountRole.READONLY_SIGNER };
    const noReference = ofPayment((payment) => ({
      ...payment,
      accounts: payment.accounts!.toSpliced(3, 1),
    }));
    const mismatches: [string, string][] = [
      ['unsigned', built],
      ['signed by somebody else', await forgeBuilt(stranger, built)],
      ['another request’s', await signBuilt(wallet, another.built)],
      ['no key of its own', await signAltered(wallet, built, noReference)],
      ['rubbish', 'AAAA'],
      ['nothing', ''],
    ];
    for (const [name, signed] of mismatches) {
      const { status, body } = await approve(sell, signed);
      expect([status, body.code], name).toEqual([422, 'PAYOUT_MISMATCH']);
    }
    // The page refuses these before it asks the wallet.
    const lies: [string, Changes][] = [
      ['another amount', data((bytes) => bytes.with(4, bytes[4]! ^ 1))],
      ['another receiver', accounts((n, key) => (n === 1 ? stranger.address : key))],
      ['another reference', accounts((n, key) => (n === 2 ? stranger.address : key))],
      [
        'no reference',
        ofPayment((payment) => ({ ...payment, accounts: payment.accounts!.slice(0, 2) })),
      ],
      ['one more transfer', { edit: (all) => [...all, transfer(1n)] }],
      ['one more before', { edit: (all) => [transfer(1n), ...all] }],
      ['the payment twice', { edit: (all) => [...all, all.at(-1)!] }],
      ['no payment', { edit: (all) => all.slice(0, -1) }],
      ['no nonce', { edit: (all) => all.slice(1) }],
      ['another who pays the fee', { feePayer: stranger }],
      [
        'another signer',
        {
          edit: (all) => [
            ...all.slice(0, -1),
            { ...all.at(-1)!, accounts: [...all.at(-1)!.accounts!, signer] },
          ],
          signers: [wallet, stranger],
        },
      ],
    ];
    for (const [name, changes] of lies) {
      const handed = await signAltered(wallet, built, changes);
      const onPage = await faultOnPage(world.till, handed, confirmedOf(sell));
      expect(onPage, `${name}, before the wallet is asked`).not.toBeNull();
    }
    expect(await statuses(sell)).toEqual(['awaiting-signature']);
    for (const one of [{ sell, built }, another]) {
      expect((await approve(one.sell, await signBuilt(wallet, one.built))).status).toBe(200);
    }
    await settled();
    const [received, given] = await balances.paid();
    await expectPaid(user, sell, received);
    expect(given).toBe(payoutOf(sell) + payoutOf(another.sell));
  });

  test('make the request pending again if they were signed but never landed, and a new signature pays', async () => {
    const { user, sell, balances, built } = await seller('USDC');
    world.net.faults.inject({ kind: 'drop' });
    expect((await approve(sell, await signBuilt(wallet, built))).status).toBe(200);
    await world.pass(EXPIRED_MS);
    world.net.faults.clear();
    await withdrawn();
    expect(await sellNow(user, sell.id)).toMatchObject({
      status: 'pending',
      payout: { status: 'withdrawn' },
    });
    expect(await balances.paid()).toEqual([0n, 0n]);
    expect((await approve(sell, await signBuilt(wallet, await handedOut(sell)))).status).toBe(200);
    await settled();
    await expectPaid(user, sell, (await balances.paid())[0]);
  });

  test('refuse a rejection with 409 while they wait for the signature, until they are withdrawn', async () => {
    const { sell, balances, built } = await seller();
    const reject = () => owner(rejectSell, { params: { id: sell.id }, body: {} });
    expect(await reject()).toMatchObject({ status: 409, body: { code: 'PAYOUT_OPEN' } });
    expect(await approve(sell)).toMatchObject({ status: 409, body: { code: 'PAYOUT_OPEN' } });
    const late = await approve(sell, await signBuilt(wallet, built));
    expect(late).toMatchObject({ status: 409, body: { code: 'PAYOUT_EXPIRED' } });
    await withdrawn();
    expect((await reject()).status).toBe(200);
    expect(await statuses(sell)).toEqual(['withdrawn']);
    expect(await balances.paid()).toEqual([0n, 0n]);
  });

  test('are neither handed out nor taken while the chain is down: 503', async () => {
    const user = sellers.pop()!;
    const sell = await user.asked('1');
    world.net.faults.inject({ kind: 'bad-gateway' });
    expect(await approve(sell)).toMatchObject({ status: 503, body: { code: 'CHAIN_UNAVAILABLE' } });
    world.net.faults.clear();
    const signed = await signBuilt(wallet, await handedOut(sell));
    world.net.faults.inject({ kind: 'bad-gateway' });
    expect((await approve(sell, signed)).status).toBe(503);
    world.net.faults.clear();
    expect(await statuses(sell)).toEqual(['awaiting-signature']);
    const balances = await Balances.of(world, user.address);
    expect((await approve(sell, signed)).status).toBe(200);
    await settled();
    await expectPaid(user, sell, (await balances.paid())[0]);
  });
});
