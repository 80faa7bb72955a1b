import { authorize } from './authorize.ts';
import { walletFailure } from './failure.ts';
import { type Live, liveWallet, replaceAccount } from './live.ts';
import { updateConnected } from './state.ts';

/** The wallet with its own account; one that was locked at the reload is asked for it now. */
export async function unlockWallet(live: Live): Promise<Live> {
  if (live.isLocked !== true) return live;
  const { address } = live.account;
  const account = await authorize(live.wallet, false, address);
  if (account.address !== address) throw walletFailure('otherAccount');
  updateConnected(address, { isLocked: false });
  if (liveWallet()?.wallet === live.wallet) replaceAccount(account);
  return { id: live.id, wallet: live.wallet, account };
}
