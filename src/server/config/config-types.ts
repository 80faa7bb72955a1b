import type { Usdc } from '#domain/base/money';
import type { ModelConfig } from '../help/help-model.ts';

/** Local network, run by this node or joined. */
export interface LocalChain {
  readonly kind: 'local';
  /** URL of the node that runs the network; null if this node runs it. */
  readonly joins: string | null;
  /** Owners besides the network's own owner, whose wallet the network creates. */
  readonly owners: readonly string[];
  /** Wallet that receives payments and sends payouts; null for the owner's wallet. */
  readonly treasury: string | null;
  /** True if the network's keys may be served on an address that is not loopback. */
  readonly isPublic: boolean;
}

export interface ClusterChain {
  readonly kind: 'cluster';
  /** `custom` is a test validator or a fork, known by the genesis of its first start. */
  readonly cluster: 'mainnet-beta' | 'devnet' | 'testnet' | 'custom';
  readonly rpcUrls: readonly string[];
  readonly owners: readonly [string, ...string[]];
  /** Wallet that receives payments and sends payouts. */
  readonly treasury: string;
  /** False if the treasury defaults to the first owner. */
  readonly isTreasuryNamed: boolean;
  /** Null for the cluster's own mint; never null on `custom`. */
  readonly usdcMint: string | null;
}

/** Source of the key that signs payouts. Default: the treasury's key on the local network, none elsewhere. */
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
  /** Maximum that the server's key may pay out in 24 hours, in USD; null for no limit. */
  readonly payoutDailyLimit: Usdc | null;
  /** Monthly credits of the provider's plan; null if unknown. */
  readonly providerPlan: number | null;
  /** Origin that users open; null for the address the server listens on. */
  readonly publicOrigin: string | null;
  /** True if no market feed is polled. */
  readonly isStaticFeed: boolean;
  /** API key for CoinGecko; null to use it without a key. */
  readonly coingeckoKey: string | null;
  readonly trustProxy: boolean | number | string;
  /** The language model in front of the help; null for none. */
  readonly helpModel: ModelConfig | null;
  readonly runsJobs: boolean;
  readonly rateLimits: boolean;
  readonly logLevel: string;
  /** Receives each alert that begins or ends; null to send none. */
  readonly alertWebhookUrl: string | null;
  /** Contact for push services, as `mailto:` or `https:`; null if not configured, see `offersPush`. */
  readonly pushContact: string | null;
  /** Token that opens `/metrics` beyond this machine; null to keep it closed there. */
  readonly metricsToken: string | null;
  /** Origins besides the app's own whose pages may call the local network's `/rpc`. */
  readonly rpcOrigins: readonly string[];
}
