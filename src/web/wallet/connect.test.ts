import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';

import { clearSession, readSession, writeSession } from '../api/stored-session.ts';
import { signInAgain } from './connect.ts';
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
