import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getBase58Encoder } from '@solana/kit';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listDeposits } from '#contract/payments/admin-deposits';
import { approveSell, refundDeposit } from '#contract/payouts/admin-sells';
import { getStatus } from '#contract/terms/protocol';
import type { SellJson } from '#contract/sells/sells';
import { DAY_MS, MINUTE_MS, WEEK_MS } from '#domain/base/time';
import type { Localnet } from '#localnet/localnet';
import { serveLocalnet } from '#localnet/serve';
import { ProviderCalls } from '#server/kernel/base/provider-calls';
import { treasuryKeyOf } from '#server/start/treasury-key';
import { readConfig } from '#server/config';
import { type ClusterNetwork, openClusterNetwork } from '#server/start/open-cluster';
import { readDatabaseNetwork } from '#server/kernel/db/database-cluster-queries';
import { FINAL_MS, sellNow } from '#test/sells/sellers';
import { Balances, payoutOf } from '#test/sells/treasury';
import { type AsOwner, World } from '#test/world';
import { startNode } from '#test/world/node';
import { paymentOf, send, units } from '#test/world/wallet';
import { type FaultyProvider, faultyProvider } from './faulty-provider.ts';

const folder = mkdtempSync(join(tmpdir(), 'lmt-foreign-'));
const closers: (() => Promise<void>)[] = [];
let world: World;
let owner: AsOwner;
let faulty: FaultyProvider;
let network: ClusterNetwork;

/** Starts a server that reaches the chain only through SOLANA_RPC_URL: a faulty provider and a good one. */
const startForeign: typeof startNode = async (options) => {
  const { database, net, wallets, time } = options;
  // Finalizes the chain's setup.
  await time.advance(FINAL_MS);
  const served = await serveLocalnet(net as Localnet);
  faulty = await faultyProvider(served.url);
  closers.push(
    () => served.close(),
    () => faulty.close(),
  );
  const [treasury] = wallets.wallets;
  const path = join(folder, 'treasury.json');
  const secret = [...getBase58Encoder().encode(treasury!.secretKey)];
  writeFileSync(path, JSON.stringify(secret), { mode: 0o600 });
  const config = readConfig({
    SOLANA_RPC_URL: `${faulty.url}, ${served.url}`,
    SOLANA_CLUSTER: 'custom',
    USDC_MINT: wallets.mint,
    OWNER_WALLET: treasury!.address,
    TREASURY_KEYPAIR: path,
    PRICE_FEED: 'static',
  });
  if (config.chain.kind !== 'cluster') throw new Error('it is no cluster');
  const rpcContext = {
    signal: new AbortController().signal,
    calls: new ProviderCalls(),
    wait: () => Promise.resolve(),
  };
  network = await openClusterNetwork(config.chain, {
    database,
    logger: pino({ level: 'silent' }),
    rpcContext,
  });
  const treasuryKey = await treasuryKeyOf(config.treasuryKeypair, null, treasury!.address);
  return startNode({
    ...options,
    parts: {
      ...options.parts,
      chain: network.chain,
      network: config.chain.cluster,
      treasuryKey,
      ignoredPayers: new Set(),
      local: null,
      localOffered: 'nowhere',
    },
  });
};

beforeAll(async () => {
  world = await World.open({ start: startForeign });
  owner = await world.owner();
}, 120_000);
afterAll(async () => {
  await world.close();
  for (const close of closers) await close();
  rmSync(folder, { recursive: true, force: true });
});

/** Advances chain and protocol time, and runs due jobs. */
async function settled(ms: number = FINAL_MS): Promise<void> {
  await world.settleAfter(ms);
}

const paid = async (sell: SellJson): Promise<void> => {
  const approved = await owner(approveSell, { params: { id: sell.id }, body: { notes: 'yes' } });
  expect(approved.status, JSON.stringify(approved.body)).toBe(200);
};

test(
  'a user bonds, stakes and sells on an external chain with one unreliable provider of two',
  { timeout: 240_000 },
  async () => {
    const { database } = world.node.parts;
    expect(await readDatabaseNetwork(database)).toEqual({
      network: 'custom',
      genesisHash: world.net.genesisHash,
    });
    expect((await world.call(getStatus)).body).toMatchObject({
      network: 'custom',
      usdcMint: world.wallets.mint,
      treasuryAddress: world.wallets.wallets[0]!.address,
    });
    await settled();
    await settled();
    const user = await world.user();

    const bonds = [await user.bond('SOL', '4.935'), await user.bond('USDC', '4935')];
    await settled(DAY_MS);
    for (const { id } of bonds) expect((await user.claim(id)).status).toBe(200);
    expect((await user.portfolio()).unstakedLMT).toBe('6.00000000');

    faulty.faultMode = 'down';
    const { id } = await user.stake('1');
    await settled(DAY_MS);
    expect((await user.activate(id)).status).toBe(200);
    await settled(WEEK_MS);

    // It returns as another chain: only its genesis is queried.
    faulty.faultMode = 'other-chain';
    const balances = await Balances.of(world, user.address, 'SOL');
    const sell = await user.asked('1', 'SOL');
    await paid(sell);
    await settled();
    await settled();
    expect(await sellNow(user, sell.id)).toMatchObject({ payout: { status: 'finalized' } });
    expect(await balances.paid()).toEqual([payoutOf(sell), payoutOf(sell)]);
    expect(new Set(faulty.asked)).toEqual(new Set(['getGenesisHash']));

    faulty.faultMode = 'flaky';
    const stranger = await world.fundedWallet('1', '10');
    const stray = await paymentOf(stranger, world.till, {
      token: 'USDC',
      amount: units('USDC', '5'),
    });
    await send(world.net, stranger, [stray]);
    for (const ms of [FINAL_MS, MINUTE_MS]) await settled(ms);
    const { body: listed } = await owner(listDeposits);
    const deposit = listed.find(({ sender }) => sender === stranger.address);
    expect(deposit).toMatchObject({ amount: '5.000000' });
    const back = await Balances.of(world, stranger.address, 'USDC');
    const refunded = await owner(refundDeposit, { params: { id: deposit!.id }, body: {} });
    expect(refunded.status, JSON.stringify(refunded.body)).toBe(200);
    await settled();
    await settled();
    expect(await back.paid()).toEqual([units('USDC', '5'), units('USDC', '5')]);
    const still = (await owner(listDeposits)).body.map(({ id: each }) => each);
    expect(still).not.toContain(deposit!.id);
  },
);

test('/rpc returns the good provider’s results', async () => {
  const ask = { jsonrpc: '2.0', id: 1, method: 'getBalance', params: [world.till.treasury] };
  const { status, body } = await network.respond(JSON.stringify(ask));
  expect([status, JSON.parse(body)]).toMatchObject([
    200,
    { result: { value: expect.any(Number) } },
  ]);
});
