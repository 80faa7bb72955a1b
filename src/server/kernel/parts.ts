import type { Status } from '#contract/terms/protocol';
import type { Usdc } from '#domain/base/money';
import type { Cache } from './cache/cache.ts';
import type { Chain } from './chain/chain.ts';
import type { NoncePool } from './chain/nonces.ts';
import type { PaymentWaits } from './chain/payment-waits.ts';
import type { KeyPair } from './chain/sign.ts';
import type { Origin } from './base/origin.ts';
import type { ProviderCalls } from './base/provider-calls.ts';
import type { RequestRing } from './base/request-ring.ts';
import type { Tallies } from './events/tallies.ts';
import type { Posted } from './base/webhook.ts';
import type { LocalNetwork } from './base/local-network.ts';
import type { PriceProvider } from './prices/provider.ts';
import type { Database } from './db/database.ts';
import type { Fence } from './db/leader.ts';
import type { Owners } from './sessions/owners.ts';
import type { Sessions } from './sessions/sessions.ts';
import type { Writer } from './write/commit.ts';
import type { ClockWatch } from './terms/clock-watch.ts';
import type { RulesCache } from './terms/terms.ts';

/** Dependencies of the actions, built once in main.ts or by a test. Some subjects have further dependencies. */
export interface Parts {
  readonly database: Database;
  readonly rules: RulesCache;
  /** Executes every write. */
  readonly writer: Writer;
  /** Checks the database's clock. */
  readonly clock: ClockWatch;
  readonly sessions: Sessions;
  readonly owned: Owners;
  /** In-memory cache of slow reads. */
  readonly cache: Cache;
  readonly network: Status['network'];
  readonly version: string;
  readonly chain: Chain;
  /** Counts this node's calls to Solana's providers. */
  readonly providerCalls: ProviderCalls;
  /** Monthly credits of the providers' plan; null if none is configured. */
  readonly providerPlan: number | null;
  readonly paymentWaits: PaymentWaits;
  readonly limitsRates: boolean;
  /** Request counts per network, on all nodes. */
  readonly tallies: Tallies;
  /** Raises an alert for the operators. */
  readonly alert: (what: string, details: object) => void;
  /** Webhook that the leader posts active alerts to; null to not track alerts at all. */
  readonly alertWatch: {
    readonly tell: ((posted: Posted) => Promise<string | null>) | null;
  } | null;
  /** Fencing number of the leader's lease as this node last took it. */
  readonly fence: () => Fence;
  /** Latency and errors of the node's last requests. */
  readonly requests: RequestRing;
  /** True if no market feed is polled. Prices then never become stale. */
  readonly isStaticFeed: boolean;
  /** Sources of market prices, most trusted first; empty for the static feed. */
  readonly priceProviders: readonly PriceProvider[];
  /** Origin of the app: domain of sign-in messages, and required origin of writes. */
  readonly origin: Origin;
  /** Wallets whose transfers to the treasury are ignored: the local network's faucet. */
  readonly ignoredPayers: ReadonlySet<string>;
  /** Wallets that may open admin sessions. */
  readonly owners: ReadonlySet<string>;
  /** First owner, by default also the treasury. */
  readonly ownerWallet: string;
  /** Signs payouts; null if the owner's wallet signs them. */
  readonly treasuryKey: KeyPair | null;
  /** Nonce accounts of payouts, with the server's key that is their authority. */
  readonly nonces: NoncePool;
  /** Maximum payouts signed by the treasury key in 24 hours, in USD; null for no limit. */
  readonly payoutDailyLimit: Usdc | null;
  /** True to prove and anchor each day's liabilities. Off in most tests. */
  readonly provesDaily: boolean;
  /** Local network; null on a real cluster. */
  readonly local: LocalNetwork | null;
  /** Hosts under which the local network's calls are served. Restricted, because they return secret keys. */
  readonly localOffered: 'loopback' | 'everywhere' | 'nowhere';
  /** Origins beside the app's own whose pages may call the local network's `/rpc`. */
  readonly rpcOrigins: ReadonlySet<string>;
}
