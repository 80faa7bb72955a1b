import { afterAll, beforeAll, expect, test } from 'vitest';
import { getStatus } from '#contract/protocol';
import { pinProblem } from '#server/base/pin';
import { keepPin, readPin } from '#server/store/admin/cluster-pin';
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
