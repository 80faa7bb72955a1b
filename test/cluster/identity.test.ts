import { afterAll, beforeAll, expect, test } from 'vitest';
import { getStatus } from '#contract/protocol';
import { randomBytes } from 'node:crypto';
import { getHealth } from '#contract/admin-health';
import { quoteBond } from '#contract/bonds';
import { keepUsdcAccount } from '#server/actions/payouts/usdc-account';
import { pinProblem } from '#server/base/pin';
import { keepPin, readPin } from '#server/store/admin/cluster-pin';
import { noncePoolOf } from '#server/chain/nonces';
import { World } from '#test/world';
import { chainOn, type Node } from '#test/world/node';
import { newWallet } from '#test/world/wallet';

let world: World;
beforeAll(async () => {
  world = await World.open();
});
afterAll(() => world.close());

test('the server tells where payments go, so that no page has to know a cluster’s addresses', async () => {
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
] as const)('on %s it names explorer and faucets', async (network, explorerUrl, tokens) => {
  const node = await world.restart({ network });
  const { body } = await world.call(getStatus, {}, node);
  expect(body).toMatchObject({ network, explorerUrl });
  expect(body.faucets.map(({ token }) => token)).toEqual(tokens);
});

test('the first chain that a database was started with is its own, whichever node was faster', async () => {
  const { database } = world.node.parts;
  expect(await readPin(database)).toBeNull();
  const mine = { network: 'custom', genesisHash: 'mine' } as const;
  const [first, second] = await Promise.all([keepPin(database, mine), keepPin(database, mine)]);
  expect([first, second, await readPin(database)]).toEqual([mine, mine, mine]);
  expect(await keepPin(database, { network: 'devnet', genesisHash: 'other' })).toEqual(mine);
  expect(pinProblem(mine, 'custom')).toBeNull();
  expect(pinProblem(mine, 'local')).toBe(
    'the database belongs to Solana custom, not to the local network: name another database',
  );
});

test('without a USDC account of the treasury no payer is asked for USDC, and the server makes it', async () => {
  const treasury = await newWallet();
  const { wallets, mint } = world.wallets;
  const others = [{ ...wallets[0]!, address: treasury.address }];
  const chain = await chainOn(world.net, { mint, wallets: others });
  const [user, owner] = [await world.user(), await world.owner()];
  const quote = async (node: Node, tokenType: string): Promise<unknown> => {
    const { status, body } = await user.call(quoteBond, { body: { tokenType, amount: '1' } }, node);
    return status === 201 ? status : body;
  };
  const alerts = async (node: Node): Promise<readonly string[]> =>
    (await owner(getHealth, {}, node)).body.alerts.map(({ code }) => code);

  const without = await world.restart({ chain });
  expect(await quote(without, 'USDC')).toMatchObject({ code: 'USDC_NOT_READY' });
  expect(await quote(without, 'SOL')).toBe(201);
  expect(await alerts(without)).toContain('USDC_ACCOUNT');
  expect(await alerts(world.node)).not.toContain('USDC_ACCOUNT');

  const poor = await noncePoolOf(randomBytes(32));
  await keepUsdcAccount({ ...without.parts, nonces: poor });
  expect(await chain.usdcStanding()).toMatchObject({ value: { account: 'missing' } });
  await keepUsdcAccount(without.parts);
  await world.pass(2_000);
  expect(await chain.usdcStanding()).toMatchObject({ value: { mint: 'right', account: 'open' } });
  const ready = await world.restart({ chain });
  expect(await quote(ready, 'USDC')).toBe(201);
  expect(await alerts(ready)).not.toContain('USDC_ACCOUNT');
});
