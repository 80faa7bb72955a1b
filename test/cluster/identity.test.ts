import { afterAll, beforeAll, expect, test } from 'vitest';
import { getStatus } from '#contract/protocol';
import { World } from '#test/world';

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
