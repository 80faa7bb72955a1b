import type { IdentifierString } from '@wallet-standard/base';

import type { Status } from '#contract/terms/protocol';

type Network = Status['network'];

const CHAINS: Readonly<Record<Network, IdentifierString>> = {
  local: 'solana:localnet',
  'mainnet-beta': 'solana:mainnet',
  devnet: 'solana:devnet',
  testnet: 'solana:testnet',
  // A validator on the user's own machine.
  custom: 'solana:localnet',
};

/**
 * The chain by which a wallet is told where a transaction belongs; null if the account does not list
 * it. Such an account still signs: a transaction can land only where its blockhash is known.
 */
export function listedChain(
  account: { readonly chains: readonly IdentifierString[] },
  network: Network,
): IdentifierString | null {
  const chain = CHAINS[network];
  return account.chains.includes(chain) ? chain : null;
}

/** The same for wallets that have to be told: they send to the chain that it names. */
export function chainOf(network: Network): IdentifierString {
  return CHAINS[network];
}

/** What a wallet that does not say its chains is taken to know. */
export const ALL_CHAINS: readonly IdentifierString[] = [...new Set(Object.values(CHAINS))];
