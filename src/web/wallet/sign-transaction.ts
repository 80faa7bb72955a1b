import type { Status } from '#contract/protocol';

import { listedChain } from './chains.ts';
import { walletFailure } from './failure.ts';
import { featuresOf, liveWallet } from './live.ts';

/** Has the connected wallet sign a transaction's wire bytes. Nothing is sent. */
export async function signTransaction(
  transaction: Uint8Array,
  address: string,
  network: Status['network'],
): Promise<Uint8Array> {
  const live = liveWallet();
  if (!live || live.account.address !== address) throw walletFailure('notConnected');
  const feature = featuresOf(live.wallet)['solana:signTransaction'];
  if (!feature) throw walletFailure('noTransactions');
  const { account } = live;
  const chain = listedChain(account, network);
  const [signed] = await feature.signTransaction({
    account,
    transaction,
    ...(chain === null ? {} : { chain }),
  });
  if (!signed) throw walletFailure('noProvider');
  return signed.signedTransaction;
}
