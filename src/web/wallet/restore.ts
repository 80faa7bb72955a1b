import type { Wallet, WalletAccount } from '@wallet-standard/base';

import { PATHS } from '#contract/paths';

import { ApiError } from '../api/api-error.ts';
import { call } from '../api/client.ts';
import { forgetUser } from '../api/query-client.ts';
import { pause } from '../api/rpc.ts';
import { clearSession, readSession, writeSession } from '../api/stored-session.ts';
import { dismissToast } from '../ui/overlays/toast.ts';
import { authorize } from './authorize.ts';
import { followAccounts } from './disconnect.ts';
import { type Live, liveWallet, setLive } from './live.ts';
import { findWallet, walletApps } from './registry.ts';
import { setWalletState, updateConnected, walletState, type WalletId } from './state.ts';

const WAIT_MS = 3_000;
const POLL_MS = 100;

interface Found extends Live {
  /** The answer of a wallet that took too long. */
  readonly late?: Promise<WalletAccount | null>;
}

/** Code of our own could not be fetched: it says nothing of the wallet. */
class MissingCode extends Error {}

/**
 * Takes up the stored connection, if its wallet is there and still has the same public key. Throws where
 * code of ours is missing.
 */
export async function restore(): Promise<void> {
  const { walletConnected, walletPublicKey, walletName, userId, sessionToken } = readSession();
  const state = walletState();
  if (state.phase === 'connected' && state.address === walletPublicKey) {
    // Without a token the page may have offered to sign in by now, and goes on doing so.
    return sessionToken === undefined ? undefined : openSession(walletPublicKey, userId);
  }
  if (state.phase === 'connected') {
    forgetUser();
    dismissToast();
  }
  setLive(null);
  if (!walletConnected || !walletPublicKey || !walletName) {
    return setWalletState({ phase: 'disconnected' });
  }
  setWalletState({ phase: 'restoring' });
  const id = walletName as WalletId;
  const found = await reconnect(id, walletPublicKey).catch((error: unknown) => {
    if (error instanceof MissingCode) throw error;
    return null;
  });
  // Someone may have connected by hand, or disconnected, in the meantime.
  if (walletState().phase !== 'restoring') return;
  if (!found) {
    clearSession();
    return setWalletState({ phase: 'disconnected' });
  }
  const { wallet, account, isLocked = false } = found;
  setLive(found, followAccounts);
  const { address } = account;
  setWalletState({
    phase: 'connected',
    id,
    name: wallet.name,
    address,
    userId: null,
    session: 'open',
    isLocked,
  });
  if (found.late) void unlockLate(wallet, found.late);
  await openSession(address, userId);
}

/** A wallet that was only slow is as good as one that answered at once, whatever account it has by then. */
async function unlockLate(wallet: Wallet, late: Promise<WalletAccount | null>): Promise<void> {
  const account = await late;
  if (account && liveWallet()?.wallet === wallet) followAccounts([account]);
}

/** The session itself is in the cookie; without a user's id, the server knows it by that. */
async function openSession(address: string, userId: string | undefined): Promise<void> {
  if (userId !== undefined) return updateConnected(address, { userId, session: 'open' });
  try {
    const user = await call('GET', PATHS.user, { params: { walletAddress: address } });
    writeSession({ userId: user.id });
    updateConnected(address, { userId: user.id, session: 'open' });
  } catch (error) {
    const isSignedOut = error instanceof ApiError && [401, 403, 404].includes(error.status);
    if (isSignedOut) updateConnected(address, { userId: null, session: 'none' });
  }
}

/**
 * The wallet with the same public key; null where it is gone or has another. A wallet that gives no
 * account, or does not answer, is locked or slow: what is signed in stays so.
 */
async function reconnect(id: WalletId, publicKey: string): Promise<Found | null> {
  const wallet = await awaitWallet(id);
  if (!wallet) return null;
  const known = wallet.accounts.find(({ address }) => address === publicKey);
  if (known) return { id, wallet, account: known };
  const late = authorize(wallet, true, publicKey).catch(() => null);
  const account = await Promise.race([late, pause(WAIT_MS).then(() => null)]);
  if (account) return account.address === publicKey ? { id, wallet, account } : null;
  return { id, wallet, account: storedAccount(wallet, publicKey), isLocked: true, late };
}

/** The account as it was, until the wallet gives its own. */
function storedAccount({ chains, features }: Wallet, address: string): WalletAccount {
  const names = Object.keys(features) as WalletAccount['features'][number][];
  return { address, publicKey: new Uint8Array(), chains, features: names };
}

/** Extensions may arrive after the page. */
async function awaitWallet(id: WalletId): Promise<Wallet | null> {
  if (id.startsWith('local:')) {
    const { localWallet } = await import('./local-wallet.ts').catch(() => {
      throw new MissingCode();
    });
    return localWallet(id as `local:${string}`);
  }
  // Their code is our own: a slow line is no reason to forget them.
  const hasApps = await walletApps;
  for (let waited = 0; waited < WAIT_MS; waited += POLL_MS) {
    const wallet = findWallet(id);
    if (wallet) return wallet;
    await pause(POLL_MS);
  }
  if (!hasApps) throw new MissingCode();
  return null;
}
