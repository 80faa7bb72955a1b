import type { Wallet, WalletAccount } from '@wallet-standard/base';

import { PATHS } from '#contract/base/paths';

import { ApiError } from '../api/api-error.ts';
import { call } from '../api/client.ts';
import { forgetUser } from '../api/query-client.ts';
import { pause } from '../api/rpc.ts';
import { clearSession, readSession, writeSession } from '../api/stored-session.ts';
import { dismissToast } from '../ui/overlays/toast.ts';
import { authorize } from './authorize.ts';
import { followAccounts, forgetOtherAccount } from './disconnect.ts';
import { type Live, liveWallet, setLive } from './live.ts';
import { findWallet, isLocal, nameOf, walletApps, watchWallets } from './registry.ts';
import { setWalletState, updateConnected, walletState, type WalletId } from './state.ts';

const WAIT_MS = 3_000;
const POLL_MS = 100;

interface Found extends Live {
  /** The answer of a wallet that took too long. */
  readonly late?: Promise<WalletAccount | null>;
}

/** Thrown if code of our own could not be fetched, which says nothing about the wallet. */
class MissingCode extends Error {}

/**
 * Restores the stored connection. A session stays while its wallet is locked, slow, or not registered;
 * a wallet with another public key ends it. Throws if code of our own could not be fetched.
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
  const wallet = await awaitWallet(id).catch((error: unknown) => {
    if (error instanceof MissingCode) throw error;
    return null;
  });
  const found = wallet && (await reconnect(id, wallet, walletPublicKey));
  // The user may have connected or disconnected in the meantime.
  if (walletState().phase !== 'restoring') return;
  if (wallet && !found) return forgetOtherAccount(wallet.name);
  const hasToAwait = !found && sessionToken !== undefined && !isLocal(id);
  const live = hasToAwait ? absent(id, walletPublicKey) : found;
  if (!live) {
    clearSession();
    return setWalletState({ phase: 'disconnected' });
  }
  setLive(live, followAccounts);
  setWalletState({
    phase: 'connected',
    id,
    name: live.wallet.name,
    address: walletPublicKey,
    userId: null,
    session: 'open',
    isLocked: live.isLocked === true,
    isMissing: hasToAwait,
  });
  if (found?.late) void unlockLate(found.wallet, found.late);
  if (hasToAwait) takeUpOnceRegistered(live);
  await openSession(walletPublicKey, userId);
}

/** Stand-in for a wallet that has not registered. It has no features, so it signs nothing. */
function absent(id: WalletId, address: string): Live {
  const wallet: Wallet = {
    version: '1.0.0',
    name: nameOf(id),
    icon: 'data:image/svg+xml;base64,',
    chains: [],
    features: {},
    accounts: [],
  };
  return { id, wallet, account: storedAccount(wallet, address), isLocked: true };
}

/** Replaces the stand-in by the wallet as soon as that registers, unless the connection is left before. */
function takeUpOnceRegistered({ id, wallet: standIn, account }: Live): void {
  const isLeft = () => liveWallet()?.wallet !== standIn;
  const stop = watchWallets(() => {
    const wallet = findWallet(id);
    if (wallet || isLeft()) stop();
    if (wallet && !isLeft()) void takeUp(wallet);
  });
  async function takeUp(wallet: Wallet): Promise<void> {
    const found = await reconnect(id, wallet, account.address);
    if (isLeft()) return;
    if (!found) return forgetOtherAccount(wallet.name);
    setLive(found, followAccounts);
    const isLocked = found.isLocked === true;
    updateConnected(account.address, { name: wallet.name, isLocked, isMissing: false });
    if (found.late) void unlockLate(wallet, found.late);
  }
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
 * The wallet with its account, or null if it has another public key. A wallet that gives no account, or
 * does not answer, is locked or slow.
 */
async function reconnect(id: WalletId, wallet: Wallet, publicKey: string): Promise<Found | null> {
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

/** Waits for the wallet, because extensions may register after the page has loaded. */
async function awaitWallet(id: WalletId): Promise<Wallet | null> {
  if (isLocal(id)) {
    const { localWallet } = await import('./local-wallet.ts').catch(() => {
      throw new MissingCode();
    });
    return localWallet(id);
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
