import { afterAll, afterEach, expect, test, vi } from 'vitest';

import { adminSession } from '../../api/admin-session.ts';
import { queryClient } from '../../api/query-client.ts';
import { clearSession } from '../../api/stored-session.ts';
import { type Live, setLive } from '../../wallet/live.ts';
import { setWalletState } from '../../wallet/state.ts';
import { verify } from './verification.ts';

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

/** Connects the owner's wallet, which signs as it is told. */
function connect(signMessage: (asked: { message: Uint8Array }) => Promise<object[]>): void {
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
  await vi.waitFor(() => expect(silent).toHaveBeenCalled());
  disconnect();
  connect(async ({ message }) => [{ signedMessage: message, signature: new Uint8Array(64) }]);
  await verify();
  expect(adminSession()).toMatchObject({ wallet: OWNER, sessionToken: 'token' });
});
