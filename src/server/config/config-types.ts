import type { Usdc } from '#domain/base/money';
import type { ModelConfig } from '../help/model.ts';

/** The local network of this node, or of another that it joins. */
export interface LocalChain {
  readonly kind: 'local';
  /** Another node's address; null where this node runs the network itself. */
  readonly joins: string | null;
  /** Owners beside the network's own, whose wallet it makes. */
  readonly owners: readonly string[];
  /** Where payments go and payouts come from; null for the owner's wallet. */
  readonly treasury: string | null;
  /** Whether its keys may be handed out on an address that is not loopback. */
  readonly isPublic: boolean;
}

export interface ClusterChain {
  readonly kind: 'cluster';
  /** `custom` is a test validator or a fork, known by the genesis of its first start. */
  readonly cluster: 'mainnet-beta' | 'devnet' | 'testnet' | 'custom';
  readonly rpcUrls: readonly string[];
  readonly owners: readonly [string, ...string[]];
  /** Where payments go and payouts come from. */
  readonly treasury: string;
  /** Whether it was named, and is not just the first owner. */
  readonly isTreasuryNamed: boolean;
  /** Null for the cluster's own; never on `custom`. */
  readonly usdcMint: string | null;
}

/** Where the key that signs payouts is: on the local network, by default, the treasury's. */
export type TreasuryKeypair =
  | { readonly kind: 'default' }
  | { readonly kind: 'none' }
  | { readonly kind: 'file'; readonly path: string };

export interface Config {
  readonly host: string;
  readonly port: number;
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  readonly chain: LocalChain | ClusterChain;
  readonly treasuryKeypair: TreasuryKeypair;
  /** What the server's key may pay by itself in 24 hours, in USD; null for no limit. */
  readonly payoutDailyLimit: Usdc | null;
  /** Credits that the provider's plan has for a month; null where that is not said. */
  readonly providerPlan: number | null;
  /** What users open; null for the address that is listened on. */
  readonly publicOrigin: string | null;
  /** Whether no market feed is asked. */
  readonly isStaticFeed: boolean;
  /** The API key that CoinGecko is asked with; null: without one. */
  readonly coingeckoKey: string | null;
  readonly trustProxy: boolean | number | string;
  /** The language model in front of the help; null for none. */
  readonly helpModel: ModelConfig | null;
  readonly runsJobs: boolean;
  readonly rateLimits: boolean;
  readonly logLevel: string;
  /** Is told of each alert that begins or ends; null: none is. */
  readonly alertWebhookUrl: string | null;
  /** Who answers for push messages, as `mailto:` or `https:`; null where no contact is configured, see `offersPush`. */
  readonly pushContact: string | null;
  /** Opens `/metrics` beyond this machine; null: it stays closed there. */
  readonly metricsToken: string | null;
  /** Origins beside the app's own whose pages may call the local network's `/rpc`. */
  readonly rpcOrigins: readonly string[];
}
