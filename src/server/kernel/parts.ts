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

/** Dependencies of the actions; built once in main.ts, or by a test. A subject may need some of its own beside them. */
export interface Parts {
  readonly database: Database;
  readonly rules: RulesCache;
  /** Executes every write. */
  readonly writer: Writer;
  /** Whether the database's clock is right. */
  readonly clock: ClockWatch;
  readonly sessions: Sessions;
  readonly owned: Owners;
  /** Answers of slow reads that the node keeps in memory. */
  readonly cache: Cache;
  readonly network: Status['network'];
  readonly version: string;
  readonly chain: Chain;
  /** What this node has asked of Solana's providers. */
  readonly providerCalls: ProviderCalls;
  /** Credits that their plan has for a month; null where none was configured. */
  readonly providerPlan: number | null;
  readonly paymentWaits: PaymentWaits;
  readonly limitsRates: boolean;
  /** How often callers have asked, on all nodes. */
  readonly tallies: Tallies;
  /** Tells the owner's people that something needs them. */
  readonly alert: (what: string, details: object) => void;
  /** Whether the leader keeps which alerts stand, and to whom it tells them; null: neither. */
  readonly alertWatch: {
    readonly tell: ((posted: Posted) => Promise<string | null>) | null;
  } | null;
  /** Fencing number of the leader's lease as this node last took it. */
  readonly fence: () => Fence;
  /** How the node answered its last requests. */
  readonly requests: RequestRing;
  /** Whether no market feed is asked: any price is then fresh. */
  readonly isStaticFeed: boolean;
  /** Who is asked for market prices, the most trusted first; none on the static feed. */
  readonly priceProviders: readonly PriceProvider[];
  /** What users open: domain of sign-in messages, and the origin that writes must come from. */
  readonly origin: Origin;
  /** Wallets whose transfers to the treasury mean nothing: the local network's faucet. */
  readonly ignoredPayers: ReadonlySet<string>;
  /** Whose admin sessions are taken. */
  readonly owners: ReadonlySet<string>;
  /** The first owner, who is the treasury too. */
  readonly ownerWallet: string;
  /** Signs payouts; null where the owner's wallet does. */
  readonly treasuryKey: KeyPair | null;
  /** The nonces that payouts use, and the server's own key, which they obey. */
  readonly nonces: NoncePool;
  /** What that key may pay by itself in 24 hours, in USD; null for no limit. */
  readonly payoutDailyLimit: Usdc | null;
  /** Whether each day's liabilities are proven and anchored; a test says so where it looks at that. */
  readonly provesDaily: boolean;
  /** Null on a real cluster. */
  readonly local: LocalNetwork | null;
  /** Where the local network's calls are answered: they hand out keys. */
  readonly localOffered: 'loopback' | 'everywhere' | 'nowhere';
  /** Origins beside the app's own whose pages may call the local network's `/rpc`. */
  readonly rpcOrigins: ReadonlySet<string>;
}
