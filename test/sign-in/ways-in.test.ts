import { address, getBase58Encoder } from '@solana/kit';
import { getAddMemoInstruction } from '@solana-program/memo';
import { getTransferSolInstruction } from '@solana-program/system';
import { describe, expect, test, vi } from 'vitest';
import { getSignIn, verifyWallet } from '#contract/users/auth';
import { signInText } from '#domain/users/sign-in-text';
import { World } from '#test/world';
import { ORIGIN } from '#test/world/origin';
import { nonceFor } from '#test/world/user';
import { newWallet, signText, signed } from '#test/world/wallet';

// Opening a world is part of some of these tests, and slow where many tests run at once.
vi.setConfig({ testTimeout: 120_000 });

/** What wallets add that only makes a transaction fail: Lighthouse. */
const guard = {
  programAddress: address('L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95'),
  data: new Uint8Array([6, 0]),
};
const OFFCHAIN = Buffer.from('\xffsolana offchain', 'latin1');

/** The envelopes that hardware wallets sign around a text, by who reads them so. */
function envelopes(wallet: string, text: string): [string, Buffer][] {
  const key = Buffer.from(getBase58Encoder().encode(wallet));
  const body = Buffer.from(text, 'utf8');
  const length = Buffer.alloc(2);
  length.writeUInt16LE(body.length);
  return [
    ['Ledger’s first', Buffer.concat([OFFCHAIN, Buffer.from([0, 1]), length, body])],
    [
      'version 0',
      Buffer.concat([OFFCHAIN, Buffer.alloc(33), Buffer.from([1, 1]), key, length, body]),
    ],
    ['version 1', Buffer.concat([OFFCHAIN, Buffer.from([1, 1]), key, body])],
  ];
}

describe('ways in beside a plain signature', () => {
  const world = World.forTests();

  test('a wallet that signs no messages signs in with a memo transaction, once, and never pays for it', async () => {
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
  });

  test('guards that a wallet puts around the memo do not keep it out; a transfer does', async () => {
    const wallet = await newWallet();
    const walletAddress = wallet.address;
    const message = await nonceFor(world.node, walletAddress);
    const memo = getAddMemoInstruction({ memo: message });
    const pays = getTransferSolInstruction({
      source: wallet,
      destination: (await newWallet()).address,
      amount: 1n,
    });
    const verify = async (...instructions: Parameters<typeof signed>[2]) => {
      const transaction = await signed(world.net, wallet, instructions);
      const body = { walletAddress, message, transaction };
      return (await world.call(verifyWallet, { body })).status;
    };
    expect(await verify(guard, memo, pays, guard)).toBe(401);
    expect(await verify(guard, guard)).toBe(401);
    expect(await verify(guard, guard, guard, memo, guard)).toBe(200);
  });

  test('a signed envelope counts, whether or not the wallet says what it signed', async () => {
    const [wallet, other] = [await newWallet(), await newWallet()];
    const walletAddress = wallet.address;
    const verify = async (body: object) =>
      (await world.call(verifyWallet, { body: { walletAddress, ...body } })).status;
    for (const isTold of [true, false]) {
      for (const at of [0, 1, 2]) {
        const message = await nonceFor(world.node, walletAddress);
        const [what, envelope] = envelopes(walletAddress, message)[at]!;
        const told = isTold ? { signedMessage: envelope.toString('base64') } : {};
        const foreign = await signText(other, envelope);
        expect(await verify({ message, signature: foreign, ...told }), what).toBe(401);
        const [, around] = envelopes(walletAddress, `${message} `)[at]!;
        const altered = { signature: await signText(wallet, around) };
        expect(await verify({ message, ...altered }), what).toBe(401);
        const signature = await signText(wallet, envelope);
        expect(await verify({ message, signature, ...told }), what).toBe(200);
        expect(await verify({ message, signature, ...told }), what).toBe(401);
      }
    }
  });

  test('Sign In With Solana: asked before the wallet is known, signed once by one wallet', async () => {
    const [wallet, other] = [await newWallet(), await newWallet()];
    const verify = async (body: object, by = wallet) =>
      (await world.call(verifyWallet, { body: { walletAddress: by.address, ...body } })).status;
    const asked = async () => (await world.call(getSignIn, { body: {} })).body;
    const input = await asked();
    expect(input).toMatchObject({ domain: 'localhost:5173', uri: ORIGIN, version: '1' });
    const message = signInText(input, wallet.address);
    const signature = await signText(wallet, message);
    const elsewhere = signInText({ ...input, domain: 'evil.example' }, wallet.address);
    expect(await verify({ message: elsewhere, signature: await signText(wallet, elsewhere) })).toBe(
      401,
    );
    expect(await verify({ message, signature }, other), 'of another wallet').toBe(401);
    const theirs = await signText(other, message);
    expect(await verify({ message, signature: theirs }, other), 'in another’s name').toBe(401);
    const nobodys = signInText(input, '');
    expect(await verify({ message: nobodys, signature: await signText(wallet, nobodys) })).toBe(
      401,
    );
    expect(await verify({ message, signature })).toBe(200);
    expect(await verify({ message, signature })).toBe(401);
    const later = signInText(input, other.address);
    expect(await verify({ message: later, signature: await signText(other, later) }, other)).toBe(
      401,
    );
    const [, envelope] = envelopes(wallet.address, signInText(await asked(), wallet.address))[2]!;
    const text = envelope.subarray(OFFCHAIN.length + 34).toString('utf8');
    const signedMessage = envelope.toString('base64');
    const enveloped = { message: text, signature: await signText(wallet, envelope), signedMessage };
    expect(await verify(enveloped)).toBe(200);
  });
});
