import { afterAll, afterEach, expect, test, vi } from 'vitest';

import { adminSession } from '../../api/admin-session.ts';
import { queryClient } from '../../api/query-client.ts';
import { clearSession } from '../../api/stored-session.ts';
import { type Live, setLive } from '../../wallet/live.ts';
import { setWalletState } from '../../wallet/state.ts';
import { signAndVerify, verify } from './owner-signature.ts';

// The next file of this worker would find them.
afterAll(() => vi.unstubAllGlobals());
afterEach(() => {
  disconnect();
  clearSession();
  queryClient.clear();
});

const OWNER = 'account-of-the-owner';

function disconnect(): void {
  setLive(null);
  setWalletState({ phase: 'disconnected' });
}

type Signs = (asked: { message: Uint8Array }) => Promise<object[]>;

/** Connects the owner's wallet, which signs as it is told. */
function connect(signMessage: Signs): void {
  const features = { 'solana:signMessage': { signMessage } };
  const account = { address: OWNER, chains: [], features: ['solana:signMessage'] };
  setLive({ id: 'phantom', wallet: { name: 'Phantom', features }, account } as unknown as Live);
  const wallet = { id: 'phantom', name: 'Phantom', address: OWNER, userId: 'u' } as const;
  setWalletState({ phase: 'connected', ...wallet, session: 'open' });
}

test('an owner whose wallet never answered connects it again and is verified', async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json({ message: 'text', isOwner: true, sessionToken: 'token' }),
  );
  const silent = vi.fn<() => Promise<object[]>>(() => new Promise(() => undefined));
  connect(silent);
  void verify();
  await vi.waitFor(() => expect(silent).toHaveBeenCalled(), { timeout: 10_000 });
  disconnect();
  connect(async ({ message }) => [{ signedMessage: message, signature: new Uint8Array(64) }]);
  await verify();
  expect(adminSession()).toMatchObject({ wallet: OWNER, sessionToken: 'token' });
});

test('an owner whose session the server has ended signs in and is verified, at one wish', async () => {
  let isEnded = true;
  vi.stubGlobal('fetch', async (address: string) => {
    if (address.endsWith('/verify-wallet')) isEnded = false;
    const needsSession = /\/api\/(users|admin)\//.test(address);
    return isEnded && needsSession
      ? Response.json({ error: 'ended', code: 'SESSION_EXPIRED' }, { status: 401 })
      : Response.json({ message: 'text', isOwner: true, sessionToken: 'token', userId: 'u' });
  });
  const signs = vi.fn<Signs>(async ({ message }) => [
    { signedMessage: message, signature: new Uint8Array(64) },
  ]);
  connect(signs);
  await signAndVerify();
  expect(adminSession()).toMatchObject({ wallet: OWNER, sessionToken: 'token' });
  expect(signs).toHaveBeenCalledTimes(2);
});
