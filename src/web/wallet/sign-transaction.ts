import type { IdentifierString } from '@wallet-standard/base';

import type { Status } from '#contract/protocol';

import { walletFailure } from './failure.ts';
import { featuresOf, liveWallet } from './live.ts';

const CHAINS: Readonly<Record<Status['network'], IdentifierString>> = {
  local: 'solana:localnet',
  'mainnet-beta': 'solana:mainnet',
  devnet: 'solana:devnet',
  testnet: 'solana:testnet',
};

/** Has the connected wallet sign a transaction's wire bytes. Nothing is sent. */
export async function signTransaction(
  transaction: Uint8Array,
  address: string,
  network: Status['network'],
): Promise<Uint8Array> {
  const live = liveWallet();
  if (!live || live.account.address !== address) throw walletFailure('notConnected');
  const feature = featuresOf(live.wallet)['solana:signTransaction'];
  if (!feature) throw walletFailure('noSigning');
  const { account } = live;
  const chain = CHAINS[network];
  const named = account.chains.includes(chain) ? { chain } : {};
  const [signed] = await feature.signTransaction({ account, transaction, ...named });
  if (!signed) throw walletFailure('noProvider');
  return signed.signedTransaction;
}
