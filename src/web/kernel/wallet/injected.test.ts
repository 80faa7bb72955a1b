import {
  type KeyPairSigner,
  generateKeyPairSigner,
  getBase58Decoder,
  getBase58Encoder,
  getTransactionDecoder,
  signBytes,
  verifySignature,
} from '@solana/kit';
import type { Wallet } from '@wallet-standard/base';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';

import { walletTexts } from './wallet-texts.ts';
import { authorize } from './authorize.ts';
import { injectedWallet } from './injected.ts';
import { type Live, featuresOf, setLive } from './live.ts';
import { memoTransaction } from './memo.ts';
import { signTransaction, signsSeveral } from './sign-transaction.ts';

const { errors } = walletTexts;
let owner: KeyPairSigner;
let other: KeyPairSigner;

beforeAll(async () => {
  owner = await generateKeyPairSigner();
  other = await generateKeyPairSigner();
});
afterEach(() => setLive(null));

/** A provider as Phantom and Solflare put it into the window. */
function provider() {
  const listeners = new Map<string, (key?: unknown) => void>();
  return {
    publicKey: null as unknown,
    connect: vi.fn<(options?: object) => Promise<unknown>>(async () => ({
      publicKey: { toString: () => owner.address },
    })),
    disconnect: vi.fn<() => Promise<void>>(async () => undefined),
    signMessage: async (message: Uint8Array): Promise<unknown> => ({
      signature: await signBytes(owner.keyPair.privateKey, message),
    }),
    request: vi.fn<(call: { method: string; params: { message: string } }) => Promise<unknown>>(
      async ({ params }) => {
        const message = getBase58Encoder().encode(params.message);
        const signature = await signBytes(owner.keyPair.privateKey, message);
        return { signature: getBase58Decoder().decode(signature), publicKey: owner.address };
      },
    ),
    on: (event: string, listener: (key?: unknown) => void) => listeners.set(event, listener),
    off: (event: string) => listeners.delete(event),
    listeners,
  };
}

function phantom(solana: object): Wallet {
  const wallet = injectedWallet('phantom', { phantom: { solana } });
  if (!wallet) throw new Error('not found');
  return wallet;
}

async function connected(wallet: Wallet): Promise<Live> {
  const live: Live = { id: 'phantom', wallet, account: await authorize(wallet, false) };
  setLive(live);
  return live;
}

const pay = () => signTransaction(memoTransaction(owner.address, 'x'), owner.address, 'devnet');

describe('a wallet that is only in the window', () => {
  test('is found where each of the three puts itself, and is one wallet', () => {
    const there = provider();
    expect(injectedWallet('solflare', { solflare: there })?.name).toBe('Solflare');
    expect(injectedWallet('jupiter', { jupiter: there })).not.toBeNull();
    expect(injectedWallet('jupiter', { jupiter: { solana: there } })).not.toBeNull();
    expect(injectedWallet('phantom', { solflare: there })).toBeNull();
    expect(injectedWallet('phantom', { phantom: { solana: {} } })).toBeNull();
    expect(phantom(there)).toBe(phantom(there));
  });

  test('connects, aloud or only if it is trusted', async () => {
    const there = provider();
    const account = await authorize(phantom(there), false);
    expect(account.address).toBe(owner.address);
    expect(account.publicKey).toEqual(getBase58Encoder().encode(owner.address));
    await authorize(phantom(there), true);
    expect(there.connect.mock.calls).toEqual([[undefined], [{ onlyIfTrusted: true }]]);
  });

  test('gives its key later, or none', async () => {
    const there = provider();
    there.connect.mockResolvedValue(true);
    await expect(authorize(phantom(there), false)).rejects.toThrow(errors.noPublicKey);
    there.publicKey = owner.address;
    expect((await authorize(phantom(there), false)).address).toBe(owner.address);
  });

  test('signs messages, in bytes or in base 58', async () => {
    const there = provider();
    const { wallet, account } = await connected(phantom(there));
    const message = new TextEncoder().encode('hello');
    const sign = featuresOf(wallet)['solana:signMessage'];
    const plain = await sign?.signMessage({ account, message });
    const bytes = await signBytes(owner.keyPair.privateKey, message);
    expect(plain).toEqual([{ signedMessage: message, signature: bytes }]);
    there.signMessage = async () => getBase58Decoder().decode(bytes);
    expect(await sign?.signMessage({ account, message })).toEqual(plain);
  });

  test('signs the bytes of a transaction: what comes back holds the signature', async () => {
    const there = provider();
    await connected(phantom(there));
    const { messageBytes, signatures } = getTransactionDecoder().decode(await pay());
    const signature = signatures[owner.address];
    expect(signature).toBeTruthy();
    expect(await verifySignature(owner.keyPair.publicKey, signature!, messageBytes)).toBe(true);
    expect(there.request).toHaveBeenCalledTimes(1);
    expect(signsSeveral(), 'it has no prompt for several').toBe(false);

    const signed = await pay();
    there.request.mockResolvedValue({ serialize: () => signed });
    expect(await pay()).toEqual(signed);
  });

  test('that can sign no transaction, or is not there any more, says so', async () => {
    const there = provider();
    await connected(phantom(there));
    there.request.mockRejectedValue(Object.assign(new Error('unknown'), { code: -32_601 }));
    await expect(pay()).rejects.toThrow(errors.noTransactions);
    there.request.mockResolvedValue({});
    await expect(pay()).rejects.toThrow(errors.noTransactions);
    const refusal = Object.assign(new Error('no'), { code: 4001 });
    there.request.mockRejectedValue(refusal);
    await expect(pay()).rejects.toBe(refusal);

    const { request: _, ...silent } = provider();
    await connected(phantom(silent));
    await expect(pay()).rejects.toThrow(errors.noTransactions);
    setLive(null);
    await expect(pay()).rejects.toThrow(errors.notConnected);
  });

  test('tells of another account and of its end', async () => {
    const there = provider();
    const { wallet } = await connected(phantom(there));
    const seen: (string | undefined)[] = [];
    const off = featuresOf(wallet)['standard:events']?.on('change', ({ accounts }) =>
      seen.push(accounts?.[0]?.address),
    );
    there.listeners.get('accountChanged')?.({ toString: () => other.address });
    there.listeners.get('accountChanged')?.(null);
    there.listeners.get('disconnect')?.(new Error('gone'));
    expect(seen).toEqual([other.address, undefined, undefined]);
    off?.();
    expect(there.listeners.size).toBe(0);
    await featuresOf(wallet)['standard:disconnect']?.disconnect();
    expect(there.disconnect).toHaveBeenCalledTimes(1);
    expect(wallet.accounts).toEqual([]);
  });
});
