import type { Logger } from 'pino';
import type { Respond } from './base/http-answer.ts';
import { type Pin, pinProblem, treasuryProblem } from './base/pin.ts';
import type { ProviderCalls } from './base/provider-calls.ts';
import type { Chain } from './chain/chain.ts';
import { type AnyCluster, type KeepGenesis, genesisCheck, openCluster } from './chain/cluster.ts';
import { ACCOUNT_PROBLEMS, MINT_PROBLEMS } from './chain/usdc-standing.ts';
import { createRpcProxy } from './chain/proxy.ts';
import type { RpcOptions } from './chain/rpc.ts';
import type { ClusterChain } from './config.ts';
import { keepPin, readPin } from './store/admin/cluster-pin.ts';
import { watchedAddresses } from './store/bonds/watch-cursors.ts';
import type { Database } from './store/db/database.ts';

/** What every question to the chain is asked with. */
export interface Asking extends Pick<RpcOptions, 'wait'> {
  readonly signal: AbortSignal;
  readonly calls: ProviderCalls;
}

export interface RealNetwork {
  /** The treasury may be none of them. */
  readonly owners: ClusterChain['owners'];
  readonly chain: Chain;
  readonly local: null;
  readonly respond: Respond;
}

const LOCAL_PIN: Pin = { network: 'local', genesisHash: null };

/** A database of the local network is of no cluster: nothing that stands in it was paid for there. */
export async function claimForLocal(database: Database): Promise<void> {
  refuse(pinProblem(await keepPin(database, LOCAL_PIN), LOCAL_PIN.network));
}

/** The cluster that SOLANA_RPC_URL serves, which has to be the database's own. */
export async function openReal(
  config: ClusterChain,
  {
    database,
    logger,
    asking,
  }: { readonly database: Database; readonly logger: Logger; readonly asking: Asking },
): Promise<RealNetwork> {
  const { cluster, rpcUrls: urls, owners, treasury, usdcMint } = config;
  refuse(treasuryProblem(await watchedAddresses(database), config));
  const identity = { cluster, keepGenesis: await genesisKeeper(database, cluster) };
  const warn = (message: string): void => logger.error({ alert: message }, message);
  const chain = await openCluster({ ...identity, urls, treasury, usdcMint, warn, ...asking });
  await lookAtUsdc(chain, warn);
  const isOurs = genesisCheck(identity);
  const { respond } = createRpcProxy({ urls, till: chain.till, isOurs, calls: asking.calls });
  return { owners, chain, local: null, respond };
}

/** A wrong mint stops the start; what a payment in USDC lacks otherwise is said. */
async function lookAtUsdc(chain: Chain, warn: (message: string) => void): Promise<void> {
  const standing = await chain.usdcStanding();
  if (standing.kind !== 'fact') return;
  const { mint, account } = standing.value;
  if (mint !== 'right') throw new Error(MINT_PROBLEMS[mint]);
  if (account !== 'open') warn(ACCOUNT_PROBLEMS[account]);
}

/** Refuses a database of another network; the genesis that is found first is its own from then on. */
async function genesisKeeper(database: Database, network: AnyCluster): Promise<KeepGenesis> {
  refuse(pinProblem(await readPin(database), network));
  return async (genesisHash) => {
    const pin = await keepPin(database, { network, genesisHash });
    return pin.network === network ? pin.genesisHash : null;
  };
}

function refuse(problem: string | null): void {
  if (problem !== null) throw new Error(problem);
}
