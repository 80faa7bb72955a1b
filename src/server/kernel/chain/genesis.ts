import type { Status } from '#contract/terms/protocol';
import { SECOND_MS } from '#domain/base/time';
import { nullAfterTimeout } from '../base/null-after-timeout.ts';
import { type Reading, fact, unknown } from '../rpc/answer.ts';
import { type Rpc, read } from '../rpc/rpc.ts';
import { textAt } from '../rpc/shape.ts';

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
export function clusterLinksOf(network: Status['network']): Places {
  if (network === 'local' || network === 'custom') return { explorerUrl: null, faucets: [] };
  const { explorerUrl, faucets } = CLUSTERS[network];
  return { explorerUrl, faucets };
}

/** A start waits no longer for a provider that hangs. */
const PATIENCE_MS = 3 * SECOND_MS;

/**
 * The genesis hash of the chain behind the providers. Each is asked once, all at the same time. Those that
 * answer in time must name the same hash: 'disagree' if the fallback is another cluster.
 */
export async function genesisOf(rpc: Rpc): Promise<Reading<string>> {
  const asked = rpc.providers().map((each) => each.call('getGenesisHash', [], 0));
  const outcomes = await Promise.all(asked.map((each) => nullAfterTimeout(each, PATIENCE_MS)));
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
