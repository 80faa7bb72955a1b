import { getWallets } from '@wallet-standard/app';
import type { Wallet } from '@wallet-standard/base';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';

import { clearSession, readSession, writeSession } from '../api/stored-session.ts';
import { connectWallet, leaveConnecting } from './actions.ts';
import { connect as connectTo, signInAgain } from './connect.ts';
import { type Live, setLive } from './live.ts';
import { setWalletState, walletState } from './state.ts';

// The next file of this worker would find them.
afterAll(() => vi.unstubAllGlobals());

beforeEach(clearSession);
afterEach(() => {
  setLive(null);
  setWalletState({ phase: 'disconnected' });
  clearSession();
});

const [A, B] = ['account-a', 'account-b'] as const;

/** Connects an account whose wallet signs when it is told to. */
function connect(address: string): () => void {
  let sign: () => void = () => undefined;
  const signed = new Promise<void>((resolve) => (sign = resolve));
  const signMessage = async ({ message }: { message: Uint8Array }) => {
    await signed;
    return [{ signedMessage: message, signature: new Uint8Array(64) }];
  };
  const features = { 'solana:signMessage': { signMessage } };
  const account = { address, chains: [], features: ['solana:signMessage'] };
  setLive({ id: 'phantom', wallet: { name: 'Phantom', features }, account } as unknown as Live);
  const wallet = { id: 'phantom', name: 'Phantom', address, userId: null } as const;
  setWalletState({ phase: 'connected', ...wallet, session: 'signing' });
  writeSession({ walletConnected: 'true', walletPublicKey: address, walletName: 'phantom' });
  return sign;
}

test('a signature of an account that is no longer in use opens no session for the one that is', async () => {
  const calls: string[] = [];
  vi.stubGlobal('fetch', async (path: string) => {
    calls.push(path);
    return Response.json({ message: 'text', sessionToken: 'of-a', userId: 'user-a' });
  });
  const sign = connect(A);
  const done = signInAgain(A);
  await vi.waitFor(() => expect(calls).toContain('/api/auth/get-nonce'));
  connect(B);
  sign();
  await done;
  expect(readSession()).toMatchObject({ walletPublicKey: B });
  expect(readSession().sessionToken).toBeUndefined();
  expect(readSession().userId).toBeUndefined();
  expect(walletState()).toMatchObject({ address: B, userId: null });
  expect(calls.at(-1)).toBe('/api/auth/logout');
});

/** Installs a wallet that says yes to being connected, and signs, when it is told to; counts what it is asked. */
function install() {
  const answers = { connect: gate(), sign: gate() };
  const asked = { connect: 0, sign: 0 };
  const account = { address: A, chains: ['solana:mainnet'], features: ['solana:signMessage'] };
  const features = {
    'standard:connect': {
      connect: async () => {
        asked.connect += 1;
        await answers.connect.opened;
        return { accounts: [account] };
      },
    },
    'solana:signMessage': {
      signMessage: async ({ message }: { message: Uint8Array }) => {
        asked.sign += 1;
        await answers.sign.opened;
        return [{ signedMessage: message, signature: new Uint8Array(64) }];
      },
    },
  };
  const accounts: object[] = [];
  const about = { version: '1.0.0', icon: 'data:image/svg+xml;base64,', accounts };
  const wallet = { ...about, name: 'Phantom', chains: ['solana:mainnet'], features };
  const remove = getWallets().register(wallet as unknown as Wallet);
  return { answers, asked, remove, shareAccount: () => accounts.push(account) };
}

function gate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
}

/** Notes what the server is asked. */
function listen(): string[] {
  const calls: string[] = [];
  vi.stubGlobal('window', {});
  vi.stubGlobal('fetch', async (path: string) => {
    calls.push(path);
    return Response.json({ message: 'text', sessionToken: 'of-a', userId: 'user-a' });
  });
  return calls;
}

test('a wallet that does not answer can be left, and is asked for nothing when it answers later', async () => {
  const calls = listen();
  const { answers, asked, remove } = install();
  setWalletState({ phase: 'connecting' });
  const done = connectTo('phantom', 'text');
  await vi.waitFor(() => expect(asked.connect).toBe(1));
  leaveConnecting();
  answers.sign.open();
  answers.connect.open();
  await done;
  remove();
  expect(walletState()).toEqual({ phase: 'disconnected' });
  expect([asked.sign, calls]).toEqual([0, []]);
  expect(readSession()).toEqual({});
});

test('a signature of a wallet that was left ends no session of the one chosen instead', async () => {
  const calls = listen();
  const { answers, asked, remove } = install();
  setWalletState({ phase: 'connecting' });
  const done = connectTo('phantom', 'text');
  answers.connect.open();
  await vi.waitFor(() => expect(asked.sign).toBe(1));
  leaveConnecting();
  connect(B);
  answers.sign.open();
  await done;
  remove();
  expect(walletState()).toMatchObject({ phase: 'connected', address: B });
  expect(readSession()).toMatchObject({ walletPublicKey: B });
  expect(calls).toEqual(['/api/auth/get-nonce']);
});

/** Another tab signs in with the same wallet. */
function signInElsewhere(): void {
  const wallet = { walletConnected: 'true', walletPublicKey: A, walletName: 'phantom' };
  writeSession({ ...wallet, sessionToken: 'of-another-tab', userId: 'user-a' });
}

test.each([
  ['fails', (answer: () => void) => answer()],
  ['is left', () => leaveConnecting()],
])('an attempt that %s takes up what another tab has signed in meanwhile', async (_, end) => {
  const calls = listen();
  const { answers, asked, remove, shareAccount } = install();
  connectWallet('phantom');
  await vi.waitFor(() => expect(asked.connect).toBe(1));
  signInElsewhere();
  shareAccount();
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
  end(answers.connect.open);
  await vi.waitFor(() => expect(walletState()).toMatchObject({ address: A, userId: 'user-a' }));
  remove();
  expect(readSession()).toMatchObject({ sessionToken: 'of-another-tab' });
  expect(calls).toEqual([]);
});
