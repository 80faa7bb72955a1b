import type { Logger } from 'pino';
import { SECOND_MS } from '#domain/base/time';
import type { Respond } from '../kernel/base/http-response.ts';
import {
  type DatabaseNetwork,
  networkProblem,
  treasuryProblem,
} from '../kernel/db/database-cluster.ts';
import { nullAfterTimeout } from '../kernel/base/null-after-timeout.ts';
import type { ProviderCalls } from '../kernel/base/provider-calls.ts';
import { type StartCheck, beginStartCheck } from '../kernel/chain/start-check.ts';
import type { Chain } from '../kernel/chain/chain.ts';
import { type AnyCluster, type GenesisPin, openCluster } from '../kernel/chain/cluster.ts';
import { ACCOUNT_PROBLEMS, MINT_PROBLEMS } from '../kernel/chain/usdc-account-state.ts';
import { createRpcProxy } from '../kernel/rpc/rpc-proxy.ts';
import type { RpcOptions } from '../kernel/rpc/rpc-client.ts';
import type { ClusterChain } from '../config.ts';
import {
  storeDatabaseNetwork,
  readDatabaseNetwork,
} from '../kernel/db/database-cluster-queries.ts';
import { watchedAddresses } from '../payments/watch-cursors.ts';
import type { Database } from '../kernel/db/database.ts';

/** Options of every request to the chain. */
export interface RpcContext extends Pick<RpcOptions, 'wait'> {
  readonly signal: AbortSignal;
  readonly calls: ProviderCalls;
}

export interface ClusterNetwork {
  /** Owners' wallets. The treasury may be none of these. */
  readonly owners: ClusterChain['owners'];
  readonly chain: Chain;
  readonly local: null;
  readonly respond: Respond;
  readonly startCheck: StartCheck;
}

const LOCAL_PIN: DatabaseNetwork = { network: 'local', genesisHash: null };

/** Claims the database for the local network. Refuses a cluster's database. */
export async function claimForLocal(database: Database): Promise<void> {
  refuse(networkProblem(await storeDatabaseNetwork(database, LOCAL_PIN), LOCAL_PIN.network));
}

/** Opens the cluster that SOLANA_RPC_URL serves. Refuses if the database belongs to another one. */
export async function openClusterNetwork(
  config: ClusterChain,
  {
    database,
    logger,
    rpcContext,
  }: { readonly database: Database; readonly logger: Logger; readonly rpcContext: RpcContext },
): Promise<ClusterNetwork> {
  const { cluster, rpcUrls: urls, owners, treasury, usdcMint } = config;
  // Checks the network first, because on the wrong database any other problem would mislead.
  refuse(networkProblem(await readDatabaseNetwork(database), cluster));
  refuse(treasuryProblem(await watchedAddresses(database), config));
  const warn = (message: string): void => logger.error({ alert: message }, message);
  const options = { cluster, pin: genesisPin(database, cluster), urls, treasury, usdcMint, warn };
  const { chain, isOurs, checkGenesis } = await openCluster({ ...options, ...rpcContext });
  const startCheck = await beginStartCheck({
    check: checkGenesis,
    onLatePass: async () => {
      logger.warn('SOLANA_RPC_URL: a provider answers, and serves the right chain');
      await examineUsdc(chain, { warn, refuse: warn });
    },
    warn,
    signal: rpcContext.signal,
  });
  if (startCheck.hasPassed()) await examineUsdc(chain, { warn, refuse });
  const { respond } = createRpcProxy({ urls, till: chain.till, isOurs, calls: rpcContext.calls });
  return { owners, chain, local: null, respond, startCheck };
}

/** Maximum time that a start waits for the check of USDC. */
const USDC_TIMEOUT_MS = 3 * SECOND_MS;

/** Refuses a wrong mint. Warns of anything else that prevents payments in USDC. */
async function examineUsdc(
  chain: Chain,
  { warn, refuse: refused }: Readonly<Record<'warn' | 'refuse', (message: string) => void>>,
): Promise<void> {
  const standing = await nullAfterTimeout(chain.usdcAccountState(), USDC_TIMEOUT_MS);
  if (standing?.kind !== 'fact') return;
  const { mint, account } = standing.value;
  if (mint !== 'right') refused(MINT_PROBLEMS[mint]);
  else if (account !== 'open') warn(ACCOUNT_PROBLEMS[account]);
}

/** Accesses the genesis hash stored for a network. */
function genesisPin(database: Database, network: AnyCluster): GenesisPin {
  const hashOf = (pin: DatabaseNetwork | null): string | null =>
    pin?.network === network ? pin.genesisHash : null;
  return {
    read: async () => hashOf(await readDatabaseNetwork(database)),
    keep: async (genesisHash) =>
      hashOf(await storeDatabaseNetwork(database, { network, genesisHash })),
  };
}

function refuse(problem: string | null): void {
  if (problem !== null) throw new Error(problem);
}
