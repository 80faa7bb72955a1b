import { readSession } from '../api/stored-session.ts';
import { createStore } from '../ui/state/create-store.ts';

/** The browser wallets of the product. */
export type WalletKind = 'phantom' | 'solflare' | 'jupiter';
/** One of them, a wallet of the local network by its address, or any other that registers itself, by its name. */
export type WalletId = WalletKind | `local:${string}` | `other:${string}`;

export interface Connected {
  readonly phase: 'connected';
  readonly id: WalletId;
  /** As the wallet calls itself. */
  readonly name: string;
  readonly address: string;
  /** Null while it is being looked up, and without a session. */
  readonly userId: string | null;
  /** 'none': the wallet is there but has not signed in, or the session has ended. */
  readonly session: 'open' | 'none' | 'signing';
  /** The wallet gives no account: it is locked, slow, or missing. */
  readonly isLocked?: boolean;
  /** The wallet has not registered in this page: its session is kept until it does. */
  readonly isMissing?: boolean;
  /** It signed no text: a transaction may do instead. */
  readonly isUnsigned?: boolean;
}

export type WalletState =
  /** `help`: the visitor is shown how to get a wallet. `unsigned`: the wallet that signed no text. */
  | { readonly phase: 'disconnected'; readonly help?: boolean; readonly unsigned?: WalletId | null }
  | { readonly phase: 'connecting' }
  /** A connection of an earlier visit is being looked for. */
  | { readonly phase: 'restoring' }
  | Connected;

const store = createStore<WalletState>({ phase: hasStored() ? 'restoring' : 'disconnected' });

export const walletState = store.get;
export const setWalletState = store.set;
export const subscribeWallet = store.subscribe;
export const useWallet = store.useValue;

/** Changes the connected wallet's facts, if it still is this wallet. */
export function updateConnected(address: string, change: Partial<Connected>): void {
  const state = store.get();
  if (state.phase === 'connected' && state.address === address) {
    store.set({ ...state, ...change });
  }
}

const addressOf = (wallet: WalletState): string | null =>
  wallet.phase === 'connected' ? wallet.address : null;

const userOf = (wallet: WalletState): string | null =>
  wallet.phase === 'connected' && wallet.session === 'open' ? wallet.userId : null;

/** The address of the connected wallet, or null. */
export const addressNow = (): string | null => addressOf(store.get());
export const useAddress = (): string | null => addressOf(useWallet());

/** The signed-in user, or null. */
export const userNow = (): string | null => userOf(store.get());
export const useUserId = (): string | null => userOf(useWallet());

function hasStored(): boolean {
  const { walletConnected, walletPublicKey, walletName } = readSession();
  return Boolean(walletConnected && walletPublicKey && walletName);
}
