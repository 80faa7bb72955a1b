import type { Wallet, WalletAccount } from '@wallet-standard/base';

import { walletFailure } from './failure.ts';
import { featuresOf } from './live.ts';

/** Asks the wallet for its account; `silent` asks only whether it would say yes without a question. */
export async function authorize(wallet: Wallet, silent: boolean): Promise<WalletAccount> {
  const connect = featuresOf(wallet)['standard:connect'];
  if (!connect) throw walletFailure('noProvider');
  const { accounts } = await connect.connect(silent ? { silent: true } : undefined);
  const account = [...accounts, ...wallet.accounts].find(isSolana);
  if (!account) throw walletFailure('noPublicKey');
  return account;
}

export function isSolana({ chains }: WalletAccount): boolean {
  return chains.some((chain) => chain.startsWith('solana:'));
}
