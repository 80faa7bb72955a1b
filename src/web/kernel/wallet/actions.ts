import { onSignedOut } from '../api/query-client.ts';
import { readSession, watchSession } from '../api/stored-session.ts';
import { showToast } from '../ui/overlays/toast.ts';
import { texts } from '../ui/texts/shared-texts.ts';
import { reloadLater } from './reload-later.ts';
import type { Way } from './sign-in.ts';
import { setWalletState, updateConnected, walletState, type WalletId } from './state.ts';

/** Connects and signs in. Ignored while an attempt is running. */
export function connectWallet(id: WalletId, way: Way = 'text'): void {
  const { phase } = walletState();
  if (phase === 'connecting' || phase === 'connected') return;
  const attempt = { phase: 'connecting' } as const;
  setWalletState(attempt);
  void import('./connect.ts').then(
    // It may have been left before its code was there.
    ({ connect }) => (walletState() === attempt ? connect(id, way).then(restoreOther) : undefined),
    () => {
      if (walletState() === attempt) setWalletState({ phase: 'disconnected' });
      tellNoCode();
    },
  );
}

/** Gives up on a wallet that does not answer: another can be chosen, and what it says later counts no more. */
export function leaveConnecting(): void {
  if (walletState().phase !== 'connecting') return;
  setWalletState({ phase: 'disconnected' });
  restoreOther();
}

/** After an attempt that came to nothing: another tab may have signed in meanwhile. */
function restoreOther(): void {
  if (walletState().phase === 'disconnected' && readSession().sessionToken !== undefined) restore();
}

/** Signs in again with the wallet that is connected. */
export function signInAgain(way: Way = 'text'): void {
  const state = walletState();
  if (state.phase !== 'connected' || state.session !== 'none') return;
  updateConnected(state.address, { session: 'signing' });
  void import('./connect.ts').then(
    ({ signInAgain }) => signInAgain(state.address, way),
    () => {
      updateConnected(state.address, { session: 'none' });
      tellNoCode();
    },
  );
}

/** Offers a transaction in the place of a text no longer. */
export function leaveOffer(): void {
  const state = walletState();
  if (state.phase === 'disconnected') setWalletState({ phase: 'disconnected' });
  if (state.phase === 'connected') updateConnected(state.address, { isUnsigned: false });
}

/** Opens the dialog about getting a wallet, or closes it. It is there only while no wallet is. */
export function showWalletHelp(open: boolean): void {
  setWalletState({ phase: 'disconnected', help: open });
}

export function disconnectWallet(): void {
  void import('./disconnect.ts').then(({ disconnect }) => disconnect(), tellNoCode);
}

/** Takes up the connection of an earlier visit, and follows what other tabs and the server say. */
export function startWallet(): void {
  if (isRestoring()) restore();
  onSignedOut(() => {
    const state = walletState();
    if (state.phase !== 'connected' || state.session !== 'open') return;
    updateConnected(state.address, { session: 'none', userId: null });
  });
  watchSession(restore);
}

const isRestoring = () => walletState().phase === 'restoring';

/** What can't be fetched for a moment is no reason to leave the wallet. */
function restore(): void {
  if (walletState().phase === 'connecting') return;
  void import('./restore.ts')
    .then(({ restore }) => restore())
    .catch(async () => {
      if (!isRestoring() || (await reloadLater(isRestoring).catch(() => false))) return;
      setWalletState({ phase: 'disconnected' });
      tellNoCode();
    });
}

/** The wallet's code could not be fetched: the network is down, or a newer version is out. */
function tellNoCode(): void {
  showToast({ tone: 'failure', title: texts.crash.part, detail: texts.errors.network });
}
