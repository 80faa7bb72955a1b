import type { WalletAccount } from '@wallet-standard/base';

import { ApiError } from '../api/api-error.ts';
import { statusQuery } from '../api/queries.ts';
import { forgetUser, queryClient } from '../api/query-client.ts';
import { clearSession, readSession, writeSession } from '../api/stored-session.ts';
import { logFailure } from '../api/log-failure.ts';
import { shortAddress } from '../ui/format/short-address.ts';
import { texts } from '../ui/texts/shared-texts.ts';
import { walletTexts } from './wallet-texts.ts';
import { showToast } from '../ui/overlays/toast.ts';
import { authorize } from './authorize.ts';
import { listedChain } from './chains.ts';
import { endWalletConnection, followAccounts } from './disconnect.ts';
import { NotSigned, WalletMissing, connectFailure, walletFailure } from './failure.ts';
import { type Live, liveWallet, setLive } from './live.ts';
import { isLocal, nameOf, pickWallet } from './registry.ts';
import { type Way, joinedSignIn, revoke, signIn } from './sign-in.ts';
import { setWalletState, updateConnected, walletState, type WalletId } from './state.ts';

/** Connects a wallet and signs in with it; tells how it went, unless the user has left it meanwhile. */
export async function connect(wanted: WalletId, way: Way): Promise<void> {
  const attempt = walletState();
  const isLeft = () => walletState() !== attempt;
  /** Nothing more is asked of wallet or server for who has left. */
  const goOn = () => {
    if (isLeft()) throw walletFailure('notConnected');
  };
  let live: Live | null = null;
  let offered: WalletId | null = null;
  try {
    const { id, wallet } = await walletFor(wanted);
    if ('solana:signTransaction' in wallet.features) offered = id;
    if (id !== wanted) tellInstead(wanted, wallet.name);
    const joined = way === 'text' ? await joinedSignIn(wallet, goOn) : null;
    live = { id, wallet, account: joined?.account ?? (await authorize(wallet, false)) };
    goOn();
    const { address } = live.account;
    const session = joined?.session ?? (await signIn(live, way, goOn));
    if (isLeft()) return void revoke(session.sessionToken);
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
    if (isLeft()) return;
    // What another tab has signed in meanwhile stays.
    const isIn = readSession().sessionToken !== undefined;
    if (!isIn) clearSession();
    setLive(null);
    const unsigned = error instanceof NotSigned ? offered : null;
    setWalletState({ phase: 'disconnected', help: error instanceof WalletMissing, unsigned });
    if (live && !isIn) await endWalletConnection(live).catch(() => undefined);
    tellFailure(error);
  }
}

/** A new session for the wallet that is connected; the wallet stays whatever happens. */
export async function signInAgain(address: string, way: Way = 'text'): Promise<void> {
  try {
    const live = liveWallet();
    if (!live) throw walletFailure('notConnected');
    const session = await signIn(live, way);
    if (liveWallet()?.account.address !== address) {
      // Another account, or none, meanwhile: what is stored is that one's.
      return void revoke(session.sessionToken);
    }
    writeSession(session);
    updateConnected(address, { userId: session.userId, session: 'open', isUnsigned: false });
    const { title, detail } = walletTexts.connected;
    showToast({
      tone: 'success',
      title,
      detail: detail(live.wallet.name, shortAddress(address)),
    });
  } catch (error) {
    updateConnected(address, { session: 'none', isUnsigned: error instanceof NotSigned });
    tellFailure(error);
  }
}

async function walletFor(wanted: WalletId): Promise<Omit<Live, 'account'>> {
  if (!isLocal(wanted)) return pickWallet(wanted);
  const { localWallet } = await import('./local-wallet.ts');
  return { id: wanted, wallet: await localWallet(wanted) };
}

/** A wallet that the page has not named is never asked. */
function tellInstead(wanted: WalletId, wallet: string): void {
  showToast({ tone: 'info', ...walletTexts.connected.asksInstead(nameOf(wanted), wallet) });
}

function welcome(wanted: WalletId, { id, wallet, account }: Live): string {
  const { detail, instead } = walletTexts.connected;
  const short = shortAddress(account.address);
  const who =
    id === wanted ? detail(wallet.name, short) : instead(nameOf(wanted), wallet.name, short);
  return [who, ...networkWarning(account)].join('. ');
}

/** A wallet that does not list our network can sign for it all the same, but may warn its owner. */
function networkWarning(account: WalletAccount): string[] {
  const status = queryClient.getQueryData(statusQuery().queryKey);
  if (!status || listedChain(account, status.network) !== null) return [];
  return [walletTexts.connected.otherNetwork(texts.network[status.network])];
}

function tellFailure(error: unknown): void {
  const { message, requestId, cause } = connectFailure(error);
  const { title } = walletTexts.failed;
  const code = cause instanceof ApiError ? cause.code : null;
  logFailure({ title, code, reference: requestId });
  showToast({ tone: 'failure', title, detail: message, reference: requestId });
}
