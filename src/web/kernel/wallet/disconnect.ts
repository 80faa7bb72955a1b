import type { WalletAccount } from '@wallet-standard/base';

import { forgetUser } from '../api/query-client.ts';
import { logFailure } from '../api/log-failure.ts';
import { clearSession, readSession, writeSession } from '../api/stored-session.ts';
import { shortAddress } from '../ui/format/short-address.ts';
import { walletTexts } from './wallet-texts.ts';
import { showToast } from '../ui/overlays/toast.ts';
import { isSolana } from './authorize.ts';
import { type Live, featuresOf, liveWallet, setLive } from './live.ts';
import { revoke } from './sign-in.ts';
import { setWalletState, updateConnected, walletState } from './state.ts';

/** Takes everything of the user away at once, then ends the session and the wallet's connection. */
export async function disconnect(): Promise<void> {
  const live = liveWallet();
  const revoked = forget();
  const { disconnected, disconnectFailed } = walletTexts;
  const isWalletDone = await endWalletConnection(live).then(
    () => true,
    () => false,
  );
  const isRevoked = await revoked;
  if (isRevoked && isWalletDone) return showToast({ tone: 'info', title: disconnected.title });
  const { title, wallet, session } = disconnectFailed;
  logFailure({ title });
  showToast({ tone: 'failure', title, detail: isRevoked ? wallet : session });
}

export async function endWalletConnection(live: Live | null): Promise<void> {
  if (live) await featuresOf(live.wallet)['standard:disconnect']?.disconnect();
}

/**
 * Follows what the wallet's owner does in the wallet: switches the account, locks or unlocks it. A wallet
 * without an account may be locked or disconnected, which it does not distinguish: an open session stays.
 */
export function followAccounts(accounts: readonly WalletAccount[]): void {
  const live = liveWallet();
  if (!live) return;
  const own = accounts.filter(isSolana);
  // A wallet that gives several accounts goes on with the one in use.
  const next = own.find(({ address }) => address === live.account.address) ?? own[0];
  if (!next) return lock(live);
  const { id, wallet } = live;
  if (next.address !== live.account.address) return switchAccount({ id, wallet, account: next });
  setLive({ id, wallet, account: next }, followAccounts);
  updateConnected(next.address, { isLocked: false });
}

function lock({ id, wallet, account }: Live): void {
  const state = walletState();
  if (state.phase === 'connected' && state.session === 'open') {
    setLive({ id, wallet, account, isLocked: true }, followAccounts);
    return updateConnected(account.address, { isLocked: true });
  }
  void forget();
  const { title, byWallet } = walletTexts.disconnected;
  showToast({ tone: 'info', title, detail: byWallet });
}

/** Ends the stored session of a wallet that came back with another account. */
export function forgetOtherAccount(walletName: string): void {
  void forget();
  const { title, otherAccount } = walletTexts.disconnected;
  showToast({ tone: 'info', title, detail: otherAccount(walletName) });
}

/** The old account's data go at once and its session is revoked; the new one has to sign in. */
function switchAccount(live: Live): void {
  const { id, wallet, account } = live;
  void forgetSession();
  writeSession({ walletConnected: 'true', walletPublicKey: account.address, walletName: id });
  setLive(live, followAccounts);
  setWalletState({
    phase: 'connected',
    id,
    name: wallet.name,
    address: account.address,
    userId: null,
    session: 'none',
  });
  const { title, detail } = walletTexts.switched;
  showToast({ tone: 'info', title, detail: detail(shortAddress(account.address)) });
}

/** True once the server has ended the session too. */
function forget(): Promise<boolean> {
  const revoked = forgetSession();
  setLive(null);
  setWalletState({ phase: 'disconnected' });
  return revoked;
}

function forgetSession(): Promise<boolean> {
  const revoked = revoke(readSession().sessionToken);
  clearSession();
  forgetUser();
  return revoked;
}
