import type {
  SolanaSignAndSendTransactionFeature,
  SolanaSignInFeature,
  SolanaSignMessageFeature,
  SolanaSignTransactionFeature,
} from '@solana/wallet-standard-features';
import type { Wallet, WalletAccount } from '@wallet-standard/base';
import type {
  StandardConnectFeature,
  StandardDisconnectFeature,
  StandardEventsFeature,
} from '@wallet-standard/features';

import type { WalletId } from './state.ts';

export type Features = Partial<
  StandardConnectFeature &
    StandardDisconnectFeature &
    StandardEventsFeature &
    SolanaSignAndSendTransactionFeature &
    SolanaSignInFeature &
    SolanaSignMessageFeature &
    SolanaSignTransactionFeature
>;

/** The wallet that is connected, and its account in use. */
export interface Live {
  readonly id: WalletId;
  readonly wallet: Wallet;
  readonly account: WalletAccount;
  /** The wallet gives no account now: this is the last known one, and the wallet is asked when it has to sign. */
  readonly isLocked?: boolean;
}

let live: Live | null = null;
let stopListening: () => void = () => undefined;

export function liveWallet(): Live | null {
  return live;
}

/** Keeps the wallet and listens to its account changes; null lets go of it. */
export function setLive(
  next: Live | null,
  onAccounts: (accounts: readonly WalletAccount[]) => void = () => undefined,
): void {
  const isSame = next !== null && next.wallet === live?.wallet;
  live = next;
  // A wallet tells of its changes one listener after the other: one that leaves and joins meanwhile
  // may be told for ever.
  if (isSame) return;
  stopListening();
  const off =
    next &&
    featuresOf(next.wallet)['standard:events']?.on('change', ({ accounts }) => {
      if (accounts) onAccounts(accounts);
    });
  stopListening = off ?? (() => undefined);
}

/** The account as the wallet itself gives it, in the place of the stored one. */
export function replaceAccount(account: WalletAccount): void {
  if (live) live = { id: live.id, wallet: live.wallet, account };
}

export function featuresOf(wallet: Wallet): Features {
  return wallet.features;
}
