import type { Status } from '#contract/terms/protocol';
import { SECOND_MS } from '#domain/base/time';
import { nullAfterTimeout } from '../base/null-after-timeout.ts';
import { type Reading, fact, unknown } from '../rpc/answer.ts';
import { type Rpc, read } from '../rpc/rpc-client.ts';
import { textAt } from '../rpc/json-shape.ts';

export type Cluster = 'mainnet-beta' | 'devnet' | 'testnet';

/** Links to the explorer and to faucets of test tokens. */
type ClusterLinks = Pick<Status, 'explorerUrl' | 'faucets'>;

interface ClusterConfig extends ClusterLinks {
  readonly genesisHash: string;
  readonly usdcMint: string;
}

const EXPLORER = 'https://explorer.solana.com/tx/{signature}';
const SOL_FAUCET = { token: 'SOL' as const, url: 'https://faucet.solana.com/' };

/** Public clusters, with genesis hash and Circle's USDC mint. */
export const CLUSTERS: { readonly [C in Cluster]: ClusterConfig } = {
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

/** Returns a network's links. The local network and custom clusters have none. */
export function clusterLinksOf(network: Status['network']): ClusterLinks {
  if (network === 'local' || network === 'custom') return { explorerUrl: null, faucets: [] };
  const { explorerUrl, faucets } = CLUSTERS[network];
  return { explorerUrl, faucets };
}

/** Time limit per provider, so that a hanging provider does not delay the start. */
const TIMEOUT_MS = 3 * SECOND_MS;

/**
 * Reads the genesis hash from all providers concurrently, each once. Returns unknown 'disagree' if those that respond
 * in time report different hashes.
 */
export async function genesisOf(rpc: Rpc): Promise<Reading<string>> {
  const asked = rpc.providers().map((each) => each.call('getGenesisHash', [], 0));
  const outcomes = await Promise.all(asked.map((each) => nullAfterTimeout(each, TIMEOUT_MS)));
  const answers = outcomes.map((outcome) =>
    outcome === null
      ? unknown('time-out')
      : read(outcome, (value) => fact(textAt(value, 'genesisHash'), 0)),
  );
  const facts = answers.filter((answer) => answer.kind === 'fact');
  const [first] = facts;
  if (!first) return answers[0] ?? unknown('unreachable');
  return facts.every(({ value }) => value === first.value) ? first : unknown('disagree');
}
