import type { GenesisFinding } from './start-check.ts';
import { type Chain, type ChainOptions, createChain } from './chain.ts';
import type { GenesisCheck } from '../rpc/checked-endpoint.ts';
import { CLUSTERS, type Cluster } from './genesis.ts';

/** One of the public clusters, or an operator's own chain. */
export type AnyCluster = Cluster | 'custom';

/** The genesis that a database belongs to. */
export interface GenesisPin {
  /** Null before the first check has passed. */
  readonly read: () => Promise<string | null>;
  /** Pins a genesis unless one is pinned already. Returns the pinned one; null if it is another network's. */
  readonly keep: (genesisHash: string) => Promise<string | null>;
}

export interface ClusterOptions extends Omit<ChainOptions, 'usdcMint' | 'isOurs'> {
  readonly cluster: AnyCluster;
  readonly pin: GenesisPin;
  /** Configured mint; null for the cluster's own. */
  readonly usdcMint: string | null;
  readonly warn: (message: string) => void;
}

interface OpenCluster {
  readonly chain: Chain;
  /** Checks a provider's genesis: the cluster's, and the database's. Throws while the database has none. */
  readonly isOurs: GenesisCheck['isOurs'];
  /** Compares all providers and, if they agree on the right genesis, pins it. */
  readonly checkGenesis: () => Promise<GenesisFinding>;
}

/** The USDC that is accepted: the cluster's own, unless another is configured. */
export function mintOf(cluster: AnyCluster, configured: string | null): string {
  if (configured !== null) return configured;
  if (cluster === 'custom') throw new Error('USDC_MINT is needed with SOLANA_CLUSTER=custom');
  return CLUSTERS[cluster].usdcMint;
}

/** The problem of providers that serve another chain. */
const otherCluster = (cluster: AnyCluster): string =>
  cluster === 'custom'
    ? 'SOLANA_RPC_URL serves another chain than the one that the database was first started with'
    : `SOLANA_RPC_URL does not serve ${cluster}`;

export const DIFFERENT_CLUSTERS = 'SOLANA_RPC_URL names providers of different clusters';

/**
 * Opens a real cluster. A provider is used only after it has reported the pinned genesis. Only
 * `checkGenesis` pins one, because it compares all providers.
 */
export async function openCluster(options: ClusterOptions): Promise<OpenCluster> {
  const { cluster, pin, warn, ...rest } = options;
  const known = cluster === 'custom' ? null : CLUSTERS[cluster].genesisHash;
  const isOfCluster = (hash: string): boolean => known === null || hash === known;
  const isOurs: GenesisCheck['isOurs'] = async (hash) => {
    if (!isOfCluster(hash)) return false;
    const pinned = await pin.read();
    if (pinned === null) throw new Error('no genesis is pinned yet');
    return hash === pinned;
  };
  const chain = await createChain({
    ...rest,
    usdcMint: mintOf(cluster, options.usdcMint),
    isOurs,
    onOtherCluster: () => warn(`a provider in SOLANA_RPC_URL does not serve ${cluster}`),
  });
  const checkGenesis = async (): Promise<GenesisFinding> => {
    const genesis = await chain.genesisHash();
    if (genesis.kind === 'unknown') {
      const { reason } = genesis;
      if (reason === 'disagree') return { kind: 'wrong', problem: DIFFERENT_CLUSTERS };
      return { kind: 'silent', reason };
    }
    const { value: hash } = genesis;
    const isRight = isOfCluster(hash) && (await pin.keep(hash)) === hash;
    return isRight ? { kind: 'right' } : { kind: 'wrong', problem: otherCluster(cluster) };
  };
  return { chain, isOurs, checkGenesis };
}
