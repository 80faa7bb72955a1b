import type { WalletAccount } from '@wallet-standard/base';

import { statusQuery } from '../api/queries.ts';
import { forgetUser, queryClient } from '../api/query-client.ts';
import { clearSession, writeSession } from '../api/stored-session.ts';
import { shortAddress } from '../ui/format/short-address.ts';
import { texts } from '../texts/texts.ts';
import { walletTexts } from '../texts/wallet.ts';
import { showToast } from '../ui/overlays/toast.ts';
import { authorize } from './authorize.ts';
import { listedChain } from './chains.ts';
import { endWalletConnection, followAccounts } from './disconnect.ts';
import { WalletMissing, connectFailure, walletFailure } from './failure.ts';
import { type Live, liveWallet, setLive } from './live.ts';
import { pickWallet } from './registry.ts';
import { signIn } from './sign-in.ts';
import { setWalletState, updateConnected, type WalletId } from './state.ts';

/** Connects a wallet and signs in with it; tells how it went. */
export async function connect(wanted: WalletId): Promise<void> {
  let live: Live | null = null;
  try {
    const { id, wallet } = await walletFor(wanted);
    live = { id, wallet, account: await authorize(wallet, false) };
    const { address } = live.account;
    const session = await signIn(live);
    forgetUser();
    writeSession({
      ...session,
      walletConnected: 'true',
      walletPublicKey: address,
      walletName: id,
    });
    setLive(live, followAccounts);
    const { name } = wallet;
    setWalletState({
      phase: 'connected',
      id,
      name,
      address,
      userId: session.userId,
      session: 'open',
    });
    showToast({
      tone: 'success',
      title: walletTexts.connected.title,
      detail: welcome(wanted, live),
    });
  } catch (error) {
    clearSession();
    setLive(null);
    setWalletState({ phase: 'disconnected', help: error instanceof WalletMissing });
    if (live) await endWalletConnection(live).catch(() => undefined);
    tellFailure(error);
  }
}

/** A new session for the wallet that is connected; the wallet stays whatever happens. */
export async function signInAgain(address: string): Promise<void> {
  try {
    const live = liveWallet();
    if (!live) throw walletFailure('notConnected');
    const session = await signIn(live);
    writeSession(session);
    updateConnected(address, { userId: session.userId, session: 'open' });
    const { title, detail } = walletTexts.connected;
    showToast({
      tone: 'success',
      title,
      detail: detail(live.wallet.name, shortAddress(address)),
    });
  } catch (error) {
    updateConnected(address, { session: 'none' });
    tellFailure(error);
  }
}

async function walletFor(wanted: WalletId): Promise<Omit<Live, 'account'>> {
  if (!isLocal(wanted)) return pickWallet(wanted);
  const { localWallet } = await import('./local-wallet.ts');
  return { id: wanted, wallet: await localWallet(wanted) };
}

function isLocal(id: WalletId): id is `local:${string}` {
  return id.startsWith('local:');
}

function welcome(wanted: WalletId, { id, wallet, account }: Live): string {
  const { detail, instead } = walletTexts.connected;
  const short = shortAddress(account.address);
  const isOther = id !== wanted && !isLocal(wanted);
  const who = isOther
    ? instead(walletTexts.names[wanted], wallet.name, short)
    : detail(wallet.name, short);
  return [who, ...networkWarning(account)].join('. ');
}

/** A wallet that does not list our network can sign for it all the same, but may warn its owner. */
function networkWarning(account: WalletAccount): string[] {
  const status = queryClient.getQueryData(statusQuery().queryKey);
  if (!status || listedChain(account, status.network) !== null) return [];
  return [walletTexts.connected.otherNetwork(texts.network[status.network])];
}

function tellFailure(error: unknown): void {
  const { message, requestId } = connectFailure(error);
  showToast({
    tone: 'failure',
    title: walletTexts.failed.title,
    detail: message === '' ? walletTexts.failed.fallback : message,
    reference: requestId,
  });
}
