import type { Status } from '#contract/protocol';
import { type Reading, fact, unknown } from './answer.ts';
import { type Rpc, read } from './rpc.ts';
import { textAt } from './shape.ts';

export type Cluster = 'mainnet-beta' | 'devnet' | 'testnet';

/** Where people look transactions up, and where test money is given away. */
type Places = Pick<Status, 'explorerUrl' | 'faucets'>;

interface ClusterFacts extends Places {
  readonly genesisHash: string;
  readonly usdcMint: string;
}

const EXPLORER = 'https://explorer.solana.com/tx/{signature}';
const SOL_FAUCET = { token: 'SOL' as const, url: 'https://faucet.solana.com/' };

/** The public clusters: by what they are known, and Circle's USDC on each. */
export const CLUSTERS: { readonly [C in Cluster]: ClusterFacts } = {
  'mainnet-beta': {
    genesisHash: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
    usdcMint: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
    explorerUrl: EXPLORER,
    faucets: [],
  },
  devnet: {
    genesisHash: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG',
    usdcMint: '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU',
    explorerUrl: `${EXPLORER}?cluster=devnet`,
    faucets: [SOL_FAUCET, { token: 'USDC', url: 'https://faucet.circle.com/' }],
  },
  testnet: {
    genesisHash: '4uhcVJyU9pJkvQyS88uRDiswHXSGkY3zQawwpjk2NsNY',
    usdcMint: 'CpMah17kQEL2wqyMKt3mZBdTnZbkbfx4nqmQMFDP5vwp',
    explorerUrl: `${EXPLORER}?cluster=testnet`,
    faucets: [SOL_FAUCET],
  },
};

/** The local network and an operator's own chain have no explorer and no faucet. */
export function placesOf(network: Status['network']): Places {
  if (network === 'local' || network === 'custom') return { explorerUrl: null, faucets: [] };
  const { explorerUrl, faucets } = CLUSTERS[network];
  return { explorerUrl, faucets };
}

/**
 * The genesis hash of the chain behind the providers. Every provider that answers must name the
 * same one: 'disagree' where the fallback is another cluster.
 */
export async function genesisOf(rpc: Rpc): Promise<Reading<string>> {
  const hashes = new Set<string>();
  let open: Reading<string> = unknown('unreachable');
  for (const provider of rpc.providers()) {
    const outcome = await provider.call('getGenesisHash', []);
    const answer = read(outcome, (value) => fact(textAt(value, 'genesisHash'), 0));
    if (answer.kind === 'fact') hashes.add(answer.value);
    else open = answer;
  }
  const [hash] = hashes;
  if (hash === undefined) return open;
  return hashes.size === 1 ? fact(hash, 0) : unknown('disagree');
}
