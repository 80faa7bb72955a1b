import { type Chain, type ChainOptions, createChain } from './chain.ts';
import type { GenesisCheck } from './checked-endpoint.ts';
import { CLUSTERS, type Cluster } from './genesis.ts';

/** One of the public clusters, or an operator's own chain. */
export type AnyCluster = Cluster | 'custom';

/** Writes a genesis down as the database's where there is none yet; answers the one that stands. */
export type KeepGenesis = (genesisHash: string) => Promise<string | null>;

interface Identity {
  readonly cluster: AnyCluster;
  readonly keepGenesis: KeepGenesis;
}

export interface ClusterOptions extends Omit<ChainOptions, 'usdcMint' | 'isOurs'>, Identity {
  /** Null for the cluster's own. */
  readonly usdcMint: string | null;
  readonly warn: (message: string) => void;
}

/** Whether a genesis is the configured cluster's, and the one that the database was first started with. */
export function genesisCheck({ cluster, keepGenesis }: Identity): GenesisCheck['isOurs'] {
  const known = cluster === 'custom' ? null : CLUSTERS[cluster].genesisHash;
  return async (hash) => (known === null || hash === known) && (await keepGenesis(hash)) === hash;
}

/** The USDC that is accepted: the cluster's own, unless another is configured. */
export function mintOf(cluster: AnyCluster, configured: string | null): string {
  if (configured !== null) return configured;
  if (cluster === 'custom') throw new Error('USDC_MINT is needed with SOLANA_CLUSTER=custom');
  return CLUSTERS[cluster].usdcMint;
}

/** What to say of providers that serve another chain. */
const otherCluster = (cluster: AnyCluster): string =>
  cluster === 'custom'
    ? 'SOLANA_RPC_URL serves another chain than the one that the database was first started with'
    : `SOLANA_RPC_URL does not serve ${cluster}`;

export const DIFFERENT_CLUSTERS = 'SOLANA_RPC_URL names providers of different clusters';

/**
 * A real cluster. Providers of another one, or of two, stop the start. One that cannot be reached
 * is asked for its genesis when it answers again: nothing is credited or paid on its word before.
 */
export async function openCluster(options: ClusterOptions): Promise<Chain> {
  const { cluster, keepGenesis: _, warn, ...rest } = options;
  const isOurs = genesisCheck(options);
  const chain = await createChain({
    ...rest,
    usdcMint: mintOf(cluster, options.usdcMint),
    isOurs,
    onOtherCluster: () => warn(`a provider in SOLANA_RPC_URL does not serve ${cluster}`),
  });
  const genesis = await chain.genesisHash();
  if (genesis.kind === 'fact' && !(await isOurs(genesis.value))) {
    throw new Error(otherCluster(cluster));
  }
  if (genesis.kind === 'unknown' && genesis.reason === 'disagree') {
    throw new Error(DIFFERENT_CLUSTERS);
  }
  if (genesis.kind === 'unknown') {
    warn('the cluster cannot be reached: nothing is credited or paid until its genesis is checked');
  }
  return chain;
}
