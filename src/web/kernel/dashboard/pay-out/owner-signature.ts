import { PATHS } from '#contract/base/paths';

import {
  adminSession,
  forgetAdminSession,
  keepAdminSession,
  subscribeAdminSession,
} from '../../api/admin-session.ts';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { tellFixedFailure } from '../../api/tell-failure.ts';
import { adminTexts } from '../dashboard-texts.ts';
import { showToast } from '../../ui/overlays/toast.ts';
import { createStore } from '../../ui/state/create-store.ts';
import type { WalletProof } from '../../wallet/sign-in.ts';
import { type Connected, subscribeWallet, walletState } from '../../wallet/state.ts';

const { toast } = adminTexts;

/** How far the connected wallet is verified. */
export interface Verification {
  readonly isRunning: boolean;
  /** Wallets of which the server said that they are not the owner's. */
  readonly denied: ReadonlySet<string>;
  /** An owner whose session ended, or who failed, is not verified again unasked. */
  readonly isManual: boolean;
}

const store = createStore<Verification>({ isRunning: false, denied: new Set(), isManual: false });
export const useVerification = store.useValue;

function change(next: Partial<Verification>): void {
  store.set({ ...store.get(), ...next });
}

/** The wallet that is being verified; another object each time. */
let verifying: Pick<Connected, 'address'> | null = null;

// A wallet that was disconnected is waited for no more, and is verified by itself when it connects again.
subscribeWallet(() => {
  if (store.get().isManual && !connectedNow()) change({ isManual: false });
  if (verifying === null || connectedNow()?.address === verifying.address) return;
  verifying = null;
  change({ isRunning: false });
});

/** From now on the owner is verified only when they ask for it. */
export function waitForOwner(): void {
  change({ isManual: true });
}

let last = adminSession();
// The session of the connected wallet ran out, or another tab ended it: heard before any component,
// which would have the wallet asked at once.
if (typeof window !== 'undefined') {
  subscribeAdminSession(() => {
    const ended = adminSession() === null ? last : null;
    last = adminSession();
    if (ended !== null && ended.wallet === connectedNow()?.address) waitForOwner();
  });
}

/**
 * Opens an admin session for the connected wallet, if it is an owner's and signs; an owner who is
 * signed out signs in first. Tells how it went.
 */
export async function verify(): Promise<void> {
  const wallet = connectedNow();
  if (!wallet || store.get().isRunning || adminSession()?.wallet === wallet.address) return;
  const walletAddress = wallet.address;
  const own = { address: walletAddress };
  const isLeft = () => verifying !== own;
  verifying = own;
  change({ isRunning: true });
  try {
    const [{ message, isOwner }, isIn] = await Promise.all([
      call('POST', PATHS.nonce, { body: { walletAddress, purpose: 'admin' } }),
      isSignedIn(wallet),
    ]);
    if (!isOwner) return denied(walletAddress);
    const isReady = isIn || (await signsInAgain(walletAddress));
    if (isLeft()) return;
    if (!isReady) return waitForOwner();
    const signed = await signText(message);
    if (isLeft()) return;
    const body = { walletAddress, message, ...signed };
    const { sessionToken } = await call('POST', PATHS.adminAccess, { body });
    queryClient.removeQueries({ queryKey: ['api', 'admin'] });
    keepAdminSession(walletAddress, sessionToken);
    showToast({ tone: 'success', title: toast.grantedTitle, detail: toast.granted });
  } catch (error) {
    if (!isLeft()) refused(walletAddress, error);
  } finally {
    if (!isLeft()) {
      verifying = null;
      change({ isRunning: false });
    }
  }
}

/** The same on the owner's own wish. */
export function signAndVerify(): Promise<void> {
  change({ isManual: false });
  return verify();
}

/** Whether the server still knows the session that the page takes for open. */
async function isSignedIn({ address, session }: Connected): Promise<boolean> {
  if (session !== 'open') return false;
  return call('GET', PATHS.user, { params: { walletAddress: address } }).then(
    () => true,
    (error: unknown) => !(error instanceof ApiError && error.status === 401),
  );
}

async function signsInAgain(address: string): Promise<boolean> {
  const { signInAgain } = await import('../../wallet/connect.ts');
  await signInAgain(address);
  return connectedNow()?.session === 'open';
}

/** Has the connected wallet sign a text. */
export async function signText(message: string): Promise<WalletProof> {
  const [{ proofOf }, { liveWallet }] = await Promise.all([
    import('../../wallet/sign-in.ts'),
    import('../../wallet/live.ts'),
  ]);
  const live = liveWallet();
  if (!live) throw new Error('no wallet is connected');
  return proofOf(live, message);
}

/** The server alone knows the owners. */
function denied(address: string): void {
  change({ denied: new Set([...store.get().denied, address]) });
  forgetAdminSession();
  showToast({ tone: 'failure', title: toast.deniedTitle, detail: toast.denied });
}

function refused(address: string, error: unknown): void {
  if (error instanceof ApiError && error.code === 'NOT_OWNER') return denied(address);
  waitForOwner();
  tellFixedFailure(toast.failedTitle, error, { fixed: toast.failed });
}

function connectedNow(): Connected | null {
  const state = walletState();
  return state.phase === 'connected' ? state : null;
}
