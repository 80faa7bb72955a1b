import {
  type AddressesByLookupTableAddress,
  type Blockhash,
  type Instruction,
  type KeyPairSigner,
  address,
  appendTransactionMessageInstructions,
  compressTransactionMessageUsingAddressLookupTables,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  pipe,
  setTransactionMessageConfig,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit';
import { beforeAll, describe, expect, test } from 'vitest';
import { approveSell } from '#contract/payouts/admin-sells';
import { MINUTE_MS } from '#domain/base/time';
import type { ViewFault } from '#localnet/faults';
import { makeLookupTable } from '#test/chain/lookup-table';
import { FINAL_MS, sellNow, sellersIn } from '#test/sells/sellers';
import { Balances, payoutOf } from '#test/sells/treasury';
import { expectReconciled, watched } from '#test/treasury/reconciled';
import { type AsOwner, World } from '#test/world';
import { IMPATIENT, type Node } from '#test/world/node';
import type { TestUser } from '#test/world/user';
import { paymentOf, rpc, send, sendWire, units } from '#test/world/wallet';
import { type NodeBehaviour, SOUND, chainOfPools } from './provider-pools.ts';
import { recorded } from './recorded.ts';

const LAG: ViewFault = { kind: 'lag', slots: 60 };

const world = World.forTests();
let owner: AsOwner;
let seller: TestUser;
/** Transactions missing on nodes with holes: everything the test sent. */
let missing: string[] = [];
beforeAll(async () => {
  // Keeps account states for lagging nodes.
  world.net.faults.inject(LAG, { methods: ['none'] });
  [seller] = (await sellersIn(world, 1)) as [TestUser];
  owner = await world.owner();
});

const lagging: NodeBehaviour = () => [LAG];
const holed: NodeBehaviour = () => missing.map((signature) => ({ kind: 'hole', signature }));

/** Runs until everything is final and processed, whichever node responded. */
async function settled(node: Node): Promise<void> {
  for (let i = 0; i < 3; i += 1) {
    await world.settleAfter(FINAL_MS, [node]);
  }
}

describe.each<[string, readonly (readonly NodeBehaviour[])[]]>([
  ['a pool of which one node lags', [[lagging, SOUND]]],
  ['a provider that lags beside one that does not', [[lagging], [SOUND]]],
  ['two providers that disagree: one lacks what the other has', [[holed], [SOUND]]],
  [
    'two pools, each with a node that lags, one with holes',
    [
      [lagging, holed],
      [SOUND, lagging],
    ],
  ],
])('provider pool: %s', (_name, pools) => {
  let node: Node;
  beforeAll(async () => {
    node = await world.restart({ chain: await chainOfPools(world, pools), paymentWait: IMPATIENT });
  });

  test('shows a payment as pending or confirmed, and makes one bond of it', async () => {
    const user = await world.user();
    const { reference } = await user.quote('SOL', '4.935');
    const signature = await user.pay('SOL', '4.935', reference);
    missing = [signature];
    await world.pass(1_200);
    const posted = await user.on(node).post('SOL', '4.935', signature);
    expect([200, 201]).toContain(posted.status);
    expect(['pending', 'confirmed']).toContain(posted.body.status);
    await settled(node);
    expect(await user.onlyBond()).toMatchObject({
      status: 'confirmed',
      lmtAmount: '1.00000000',
      transactionHash: signature,
    });
    expect(await world.count('bonds where user_id = $1 and finalized', [user.id])).toBe(1);
  });

  test('accepts a fee as soon as it is seen, and once', async () => {
    const quoted = await seller.feeQuote('0.01');
    const signature = await seller.payFee(quoted);
    missing = [signature!];
    await world.pass(1_200);
    const stakes = (await seller.stakes()).length;
    const first = await seller.on(node).postStake('0.01', signature);
    // Refused as not seen yet, so the stake is retried.
    if (first.status !== 201) {
      expect([402, 409, 503], JSON.stringify(first.body)).toContain(first.status);
      await settled(node);
      expect((await seller.on(node).postStake('0.01', signature)).status).toBe(201);
    }
    await settled(node);
    expect(await seller.stakes()).toHaveLength(stakes + 1);
  });

  test('sends a payout once, and shows its state to the seller', async () => {
    await world.rows('update users set sell_period_started_at = null');
    const sell = await seller.asked('0.01');
    const balances = await Balances.of(world, seller.address);
    missing = [];
    let status = 0;
    for (let i = 0; i < 5 && status !== 200; i += 1) {
      const answer = await owner(
        approveSell,
        { params: { id: sell.id }, body: { notes: 'y' } },
        node,
      );
      ({ status } = answer);
      if (status !== 200) {
        expect(answer.body).toMatchObject({ code: 'CHAIN_UNAVAILABLE' });
        expect(await sellNow(seller, sell.id)).toMatchObject({ status: 'pending', payout: null });
      }
    }
    expect(status).toBe(200);
    const { payout } = await sellNow(seller, sell.id);
    missing = [payout!.signature!];
    await settled(node);
    await settled(node);
    expect(await sellNow(seller, sell.id)).toMatchObject({ payout: { status: 'finalized' } });
    expect(await balances.paid()).toEqual([payoutOf(sell), payoutOf(sell)]);
  });

  test('keeps the treasury’s movements complete', async () => {
    missing = [];
    await settled(node);
    await watched(world);
    await expectReconciled(world, owner);
  });
});

type Format = { readonly version: 1 } | { readonly tables: AddressesByLookupTableAddress };

/** Signed transaction of version 1, or of version 0 with lookup tables. */
async function signedAs(
  payer: KeyPairSigner,
  instruction: Instruction,
  format: Format,
): Promise<string> {
  const latest = await rpc(world.net, 'getLatestBlockhash', [{ commitment: 'processed' }]);
  const { blockhash } = (latest as { value: { blockhash: Blockhash } }).value;
  const life = { blockhash, lastValidBlockHeight: 0n };
  if ('tables' in format) {
    const message = pipe(
      createTransactionMessage({ version: 0 }),
      (m) => setTransactionMessageFeePayerSigner(payer, m),
      (m) => setTransactionMessageLifetimeUsingBlockhash(life, m),
      (m) => appendTransactionMessageInstructions([instruction], m),
      (m) => compressTransactionMessageUsingAddressLookupTables(m, format.tables),
    );
    return getBase64EncodedWireTransaction(await signTransactionMessageWithSigners(message));
  }
  const enough = { computeUnitLimit: 200_000, loadedAccountsDataSizeLimit: 1_000_000 };
  const message = pipe(
    createTransactionMessage({ version: 1 }),
    (m) => setTransactionMessageFeePayerSigner(payer, m),
    (m) => setTransactionMessageLifetimeUsingBlockhash(life, m),
    (m) => setTransactionMessageConfig(enough, m),
    (m) => appendTransactionMessageInstructions([instruction] as never[], m),
  );
  return getBase64EncodedWireTransaction(await signTransactionMessageWithSigners(message));
}

describe('transaction formats', () => {
  const OLD = recorded().find(({ name }) => name.startsWith('-32015'))!;
  /** Node that does not support version 1. */
  const old: NodeBehaviour = (method) => (method === 'getTransaction' ? OLD : []);

  /** Quoted payment in a format; returns its signature. */
  async function paidAs(user: TestUser, token: 'SOL' | 'USDC', format: Format): Promise<string> {
    const amount = token === 'SOL' ? '4.935' : '987';
    const { reference } = await user.quote(token, amount);
    const paid = await paymentOf(user.wallet, world.till, {
      token,
      amount: units(token, amount),
      reference,
    });
    return sendWire(world.net, await signedAs(user.wallet, paid, format));
  }

  test('version 1: is credited as a bond in both tokens, posted or found, and as a fee', async () => {
    const [user, other] = [await world.user(), await world.user()];
    const signature = await paidAs(user, 'SOL', { version: 1 });
    const unposted = await paidAs(other, 'USDC', { version: 1 });
    await world.pass(1_200);
    const { body } = await user.post('SOL', '4.935', signature);
    expect(body).toMatchObject({ status: 'confirmed', transactionHash: signature });
    const { lamports, reference } = await seller.feeQuote('0.02');
    const fee = await paymentOf(seller.wallet, world.till, {
      token: 'SOL',
      amount: BigInt(lamports),
      reference,
    });
    const wire = await signedAs(seller.wallet, fee, { version: 1 });
    const paidFee = await sendWire(world.net, wire);
    await world.pass(1_200);
    expect((await seller.postStake('0.02', paidFee)).status).toBe(201);
    await watched(world);
    expect(await other.onlyBond()).toMatchObject({
      status: 'confirmed',
      transactionHash: unposted,
    });
    await expectReconciled(world, owner);
  });

  test('version 0: is credited if only a lookup table contains the treasury', async () => {
    const user = await world.user();
    const { net, till } = world;
    const own = {
      alice: user.wallet,
      rpc: (method: string, params: readonly unknown[]) => rpc(net, method, params),
      send: (instructions: readonly Instruction[]) => send(net, user.wallet, instructions),
      advance: () => {},
    };
    for (const [token, held] of [
      ['SOL', till.treasury],
      ['USDC', till.treasuryTokenAccount],
    ] as const) {
      const tables = await makeLookupTable(own, address(held));
      await world.pass(FINAL_MS);
      const signature = await paidAs(user, token, { tables });
      await world.pass(1_200);
      const { body } = await user.post(token, token === 'SOL' ? '4.935' : '987', signature);
      expect(body).toMatchObject({ status: 'confirmed', transactionHash: signature });
    }
    await watched(world);
    await expectReconciled(world, owner);
  });

  test('version 1: is read from another provider if one does not support it, otherwise later', async () => {
    const user = await world.user();
    const both = await world.restart({ chain: await chainOfPools(world, [[old], [SOUND]]) });
    const first = await paidAs(user, 'SOL', { version: 1 });
    await world.pass(1_200);
    expect((await user.on(both).post('SOL', '4.935', first)).body.status).toBe('confirmed');
    await watched(world, [both]);
    const chain = await chainOfPools(world, [[old]]);
    const alone = await world.restart({ chain, paymentWait: IMPATIENT });
    const second = await paidAs(user, 'SOL', { version: 1 });
    await world.pass(1_200);
    const posted = await user.on(alone).post('SOL', '4.935', second);
    expect(posted.body.status).toBe('pending');
    await world.settleAfter(FINAL_MS, [alone]);
    // It delays no other transaction, and the owner is alerted.
    expect(world.alerts.splice(0)).toMatchObject([
      { what: 'a transaction is put aside: it cannot be read', signature: second },
    ]);
    expect((await user.bonds()).map(({ status }) => status).toSorted()).toEqual([
      'confirmed',
      'pending',
    ]);
    await world.settleAfter(2 * MINUTE_MS);
    expect((await user.bonds()).map(({ status }) => status)).toEqual(['confirmed', 'confirmed']);
    await watched(world);
    await expectReconciled(world, owner);
  });
});
