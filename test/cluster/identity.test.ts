import { address } from '@solana/kit';
import { getCreateAssociatedTokenIdempotentInstruction } from '@solana-program/token';
import { expect, test } from 'vitest';
import { getStatus } from '#contract/terms/protocol';
import { randomBytes } from 'node:crypto';
import { getHealth } from '#contract/alerts/health';
import { refundCredit } from '#contract/payouts/admin-sells';
import { openBond, quoteBond } from '#contract/bonds/bonds';
import { createUsdcAccount } from '#server/treasury/create-usdc-account';
import { networkProblem } from '#server/kernel/db/database-cluster';
import {
  storeDatabaseNetwork,
  readDatabaseNetwork,
} from '#server/kernel/db/database-cluster-queries';
import { createChain } from '#server/kernel/chain/chain';
import { noncePoolOf } from '#server/kernel/chain/nonces';
import { startStub } from '#test/chain/stub-provider';
import { holderOf } from '#test/vaults/stakers';
import { World } from '#test/world';
import { chainOn, type Node } from '#test/world/node';
import { newWallet, paymentOf, send } from '#test/world/wallet';

const world = World.forTests();

test('server publishes the payment addresses, so that no page contains a cluster’s', async () => {
  const { treasury, treasuryTokenAccount, usdcMint } = world.till;
  expect((await world.call(getStatus)).body).toMatchObject({
    network: 'local',
    treasuryAddress: treasury,
    treasuryTokenAccount,
    usdcMint,
    explorerUrl: null,
    faucets: [],
  });
});

test.each([
  ['mainnet-beta', 'https://explorer.solana.com/tx/{signature}', []],
  ['devnet', 'https://explorer.solana.com/tx/{signature}?cluster=devnet', ['SOL', 'USDC']],
  ['testnet', 'https://explorer.solana.com/tx/{signature}?cluster=testnet', ['SOL']],
  ['custom', null, []],
] as const)('server names explorer and faucets on %s', async (network, explorerUrl, tokens) => {
  const node = await world.restart({ network });
  const { body } = await world.call(getStatus, {}, node);
  expect(body).toMatchObject({ network, explorerUrl });
  expect(body.faucets.map(({ token }) => token)).toEqual(tokens);
});

test('database keeps the chain of its first start, even if two nodes race', async () => {
  const { database } = world.node.parts;
  expect(await readDatabaseNetwork(database)).toBeNull();
  const mine = { network: 'custom', genesisHash: 'mine' } as const;
  const [first, second] = await Promise.all([
    storeDatabaseNetwork(database, mine),
    storeDatabaseNetwork(database, mine),
  ]);
  expect([first, second, await readDatabaseNetwork(database)]).toEqual([mine, mine, mine]);
  expect(await storeDatabaseNetwork(database, { network: 'devnet', genesisHash: 'other' })).toEqual(
    mine,
  );
  expect(networkProblem(mine, 'custom')).toBeNull();
  expect(networkProblem(mine, 'local')).toBe(
    'the database belongs to Solana custom, not to the local network: set DATABASE_URL or DATA_DIR to another database, or correct SOLANA_RPC_URL and SOLANA_CLUSTER',
  );
});

test('treasury’s missing USDC account is created by the server or by the first USDC payer', async () => {
  const treasury = await newWallet();
  const { wallets, mint } = world.wallets;
  const others = [{ ...wallets[0]!, address: treasury.address }];
  const chain = await chainOn(world.net, { mint, wallets: others });
  const [user, owner] = [await world.user(), await world.owner()];
  const quote = async (node: Node, tokenType: string) =>
    (await user.call(quoteBond, { body: { tokenType, amount: '1' } }, node)).body;
  const alerts = async (node: Node): Promise<readonly string[]> =>
    (await owner(getHealth, {}, node)).body.alerts.map(({ code }) => code);

  const without = await world.restart({ chain });
  expect(await quote(without, 'USDC')).toMatchObject({ tokenAccountMissing: true });
  expect(await quote(without, 'SOL')).not.toHaveProperty('tokenAccountMissing');
  expect(await alerts(without)).toContain('USDC_ACCOUNT');
  expect(await alerts(world.node)).not.toContain('USDC_ACCOUNT');

  const poor = await noncePoolOf(randomBytes(32));
  await createUsdcAccount({ ...without.parts, nonces: poor }).run();
  expect(await chain.usdcAccountState()).toMatchObject({ value: { account: 'missing' } });
  await createUsdcAccount(without.parts).run();
  await world.pass(2_000);
  expect(await chain.usdcAccountState()).toMatchObject({
    value: { mint: 'right', account: 'open' },
  });
  const ready = await world.restart({ chain });
  expect(await quote(ready, 'USDC')).not.toHaveProperty('tokenAccountMissing');
  expect(await alerts(ready)).not.toContain('USDC_ACCOUNT');
});

test('payment that creates the treasury’s USDC account becomes a bond', async () => {
  const { wallets, mint } = world.wallets;
  const others = [{ ...wallets[0]!, address: (await newWallet()).address }];
  const chain = await chainOn(world.net, { mint, wallets: others });
  const node = await world.restart({ chain });
  const user = await world.user();
  const asked = { tokenType: 'USDC', amount: '9.87' } as const;
  const { body: quote } = await user.call(quoteBond, { body: asked }, node);
  expect(quote).toMatchObject({ tokenAccountMissing: true });
  const { till } = chain;
  const make = getCreateAssociatedTokenIdempotentInstruction({
    payer: user.wallet,
    ata: address(till.treasuryTokenAccount),
    owner: address(till.treasury),
    mint: address(mint),
  });
  const units = 9_870_000n;
  const pay = await paymentOf(user.wallet, till, {
    token: 'USDC',
    amount: units,
    reference: quote.reference,
  });
  const transactionSignature = await send(world.net, user.wallet, [make, pay]);
  await world.pass(2_000);
  const posted = { userId: user.id, ...asked, quoteId: quote.quoteId, transactionSignature };
  expect((await user.call(openBond, { body: posted }, node)).body).toMatchObject({
    status: 'confirmed',
    amount: '9.870000',
    lmtAmount: '0.01000000',
  });
});

test('no payout is made if a provider cannot prove that an earlier one never landed', async () => {
  const version = { 'solana-core': '3.0.0', 'surfnet-version': '1.0.0' };
  const surfpool = await startStub(() => ({ result: version }));
  const { treasury, usdcMint } = world.till;
  const surf = await createChain({ urls: [surfpool.url], treasury, usdcMint });
  const { provesAbsence } = surf;
  const { chain } = world.node.parts;
  const node = await world.restart({ chain: { ...chain, provesAbsence } });
  const [user, owner] = [await holderOf(world, '1'), await world.owner()];
  const { reference } = await user.feeQuote('1');
  await user.pay('SOL', '0.5', reference);
  await world.settleAfter(15_000);
  const refund = (on: Node) => owner(refundCredit, { params: { id: user.id }, body: {} }, on);
  expect(await refund(node)).toMatchObject({
    status: 409,
    body: { code: 'PAYOUT_IMPOSSIBLE', reason: expect.stringContaining('surfpool') },
  });
  await surfpool.close();
  expect((await refund(world.node)).status).toBe(200);
});
