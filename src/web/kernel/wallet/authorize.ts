import type { Wallet, WalletAccount } from '@wallet-standard/base';

import { walletFailure } from './failure.ts';
import { featuresOf } from './live.ts';

/**
 * Asks the wallet for its account; `silent` asks only whether it would say yes without a question. Of
 * several accounts it is the `wanted` one, else the wallet's first.
 */
export async function authorize(
  wallet: Wallet,
  silent: boolean,
  wanted?: string,
): Promise<WalletAccount> {
  const connect = featuresOf(wallet)['standard:connect'];
  if (!connect) throw walletFailure('noProvider');
  const { accounts } = await connect.connect(silent ? { silent: true } : undefined);
  const all = [...accounts, ...wallet.accounts].filter(isSolana);
  const account = all.find(({ address }) => address === wanted) ?? all[0];
  if (!account) throw walletFailure('noPublicKey');
  return account;
}

/** Whether an account, or a wallet, is one of Solana's. */
export function isSolana({ chains }: Pick<WalletAccount, 'chains'>): boolean {
  return chains.some((chain) => chain.startsWith('solana:'));
}
