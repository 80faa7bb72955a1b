import { getAddMemoInstruction } from '@solana-program/memo';
import { expect, test, vi } from 'vitest';
import { verifyWallet } from '#contract/auth';
import { World } from '#test/world';
import { nonceFor } from '#test/world/user';
import { newWallet, signText, signed } from '#test/world/wallet';

// Opening a world is part of some of these tests, and slow where many tests run at once.
vi.setConfig({ testTimeout: 120_000 });

test('a wallet that signs no messages signs in with a memo transaction, once, and never pays for it', async () => {
  const world = await World.open();
  const [wallet, other] = [await newWallet(), await newWallet()];
  const walletAddress = wallet.address;
  const carrying = async (text: string, by = wallet) =>
    signed(world.net, by, [getAddMemoInstruction({ memo: text })]);
  const verify = async (body: object) =>
    (await world.call(verifyWallet, { body: { walletAddress, ...body } })).status;
  const message = await nonceFor(world.node, walletAddress);
  const another = await nonceFor(world.node, walletAddress);
  expect(await verify({ message, transaction: await carrying(another) })).toBe(401);
  expect(await verify({ message, transaction: await carrying(message, other) })).toBe(401);
  expect(await verify({ message, transaction: 'x'.repeat(2_001) })).toBe(400);
  // A transaction beside a good signature is what counts, so that neither hides the other.
  const signature = await signText(wallet, message);
  expect(await verify({ message, signature, transaction: 'AAAA' })).toBe(401);
  const transaction = await carrying(message);
  expect(await verify({ message, transaction })).toBe(200);
  expect(await verify({ message, transaction })).toBe(401);
  expect(await world.count('users where wallet = $1', [walletAddress])).toBe(1);
  await world.close();
});
