import { type Chain, type ChainOptions, createChain } from './chain.ts';
import { CLUSTERS, type Cluster } from './genesis.ts';

export interface ClusterOptions extends Omit<ChainOptions, 'usdcMint' | 'genesisHash'> {
  readonly cluster: Cluster;
  /** Null for the cluster's own. */
  readonly usdcMint: string | null;
  readonly warn: (message: string) => void;
}

/**
 * A real cluster. Providers of another one, or of two, stop the start. One that cannot be reached
 * is asked for its genesis when it answers again: nothing is credited or paid on its word before.
 */
export async function openCluster(options: ClusterOptions): Promise<Chain> {
  const { cluster, warn, ...rest } = options;
  const { genesisHash, usdcMint } = CLUSTERS[cluster];
  const chain = await createChain({
    ...rest,
    usdcMint: options.usdcMint ?? usdcMint,
    genesisHash,
    onOtherCluster: () => warn(`a provider in SOLANA_RPC_URL does not serve ${cluster}`),
  });
  const checked = await chain.isCluster(cluster);
  if (checked.kind === 'fact' && !checked.value) {
    throw new Error(`SOLANA_RPC_URL does not serve ${cluster}`);
  }
  if (checked.kind === 'unknown' && checked.reason === 'disagree') {
    throw new Error('SOLANA_RPC_URL names providers of different clusters');
  }
  if (checked.kind === 'unknown') {
    warn('the cluster cannot be reached: nothing is credited or paid until its genesis is checked');
  }
  return chain;
}
