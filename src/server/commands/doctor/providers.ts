import type { DatabaseNetwork } from '../../kernel/db/database-cluster.ts';
import { DIFFERENT_CLUSTERS } from '../../kernel/chain/cluster.ts';
import { CLUSTERS } from '../../kernel/chain/genesis.ts';
import { filtersBySlot } from '../../kernel/chain/reference-lookup.ts';
import {
  type Outcome,
  type Provider,
  SLOTS_BEHIND_MAX,
  createRpc,
} from '../../kernel/rpc/rpc-client.ts';
import type { ClusterChain } from '../../config.ts';
import { type Finding, fail, ok, warn } from '../../start/start-finding.ts';

/** Findings about the providers, and the URLs of those on the right cluster. */
export interface ProviderFindings {
  readonly findings: readonly Finding[];
  readonly rightUrls: readonly string[];
}

const TIMEOUT_MS = 5_000;
/**
 * Maximum age of the newest finalized block, which is usually about 15 s old. Block times are whole seconds.
 */
const BLOCK_AGE_MS_MAX = 60_000;

interface QueriedProvider {
  /** Name without the URL, which may hold a key. */
  readonly name: string;
  readonly url: string;
  readonly provider: Provider;
  readonly genesis: Outcome;
}

async function query(url: string, i: number): Promise<QueriedProvider> {
  const rpc = createRpc({ urls: [url], timeoutMs: TIMEOUT_MS });
  const [provider] = rpc.providers();
  if (!provider) throw new Error('no provider');
  const genesis = await provider.call('getGenesisHash', [], 0);
  return { name: `provider ${i + 1}`, url, provider, genesis };
}

const hashOf = ({ genesis }: QueriedProvider): string | null =>
  genesis.kind === 'result' && typeof genesis.value === 'string' ? genesis.value : null;

/** Returns the name of the public cluster with a genesis hash, or a text with the hash. */
const clusterName = (hash: string): string =>
  Object.entries(CLUSTERS).find(([, facts]) => facts.genesisHash === hash)?.[0] ??
  `a chain with the genesis ${hash}`;

export async function examineProviders(
  { cluster, rpcUrls }: ClusterChain,
  pin: DatabaseNetwork | null,
  nowMs: () => number,
): Promise<ProviderFindings> {
  const all = await Promise.all(rpcUrls.map(query));
  const first = all.map(hashOf).find((hash) => hash !== null) ?? null;
  const expected =
    cluster === 'custom' ? (pin?.genesisHash ?? first) : CLUSTERS[cluster].genesisHash;
  const right = all.filter((each) => expected !== null && hashOf(each) === expected);
  const hashes = new Set(all.map(hashOf).filter((hash) => hash !== null));
  return {
    findings: [
      ...all.map((each) => identity(each, { cluster, expected, isAlone: right.length === 0 })),
      ...(hashes.size > 1 ? [fail('providers', `${DIFFERENT_CLUSTERS}: keep those of one`)] : []),
      ...(await slotFindings(right)),
      ...(await blockTime(right, nowMs)),
      ...(await absenceFindings(right)),
    ],
    rightUrls: right.map(({ url }) => url),
  };
}

function identity(
  queried: QueriedProvider,
  {
    cluster,
    expected,
    isAlone,
  }: { cluster: ClusterChain['cluster']; expected: string | null; isAlone: boolean },
): Finding {
  const { name, genesis } = queried;
  const hash = hashOf(queried);
  if (hash === null) {
    const reason = genesis.kind === 'trouble' ? genesis.reason : 'rpc-error';
    const level = isAlone ? fail : warn;
    return level(name, `gives no answer (${reason}): correct SOLANA_RPC_URL, or wait for it`);
  }
  if (hash === expected) return ok(name, `serves ${cluster}`);
  const wanted = cluster === 'custom' ? 'the chain that the database belongs to' : cluster;
  return fail(
    name,
    `serves ${clusterName(hash)}, not ${wanted}: correct SOLANA_RPC_URL or SOLANA_CLUSTER`,
  );
}

/** Warns of providers that lag, because they delay payments and payouts. */
async function slotFindings(right: readonly QueriedProvider[]): Promise<readonly Finding[]> {
  const slots = await Promise.all(
    right.map(async ({ provider }) => {
      const outcome = await provider.call('getSlot', [{ commitment: 'finalized' }], 0);
      return outcome.kind === 'result' ? Number(outcome.value) : null;
    }),
  );
  const known = slots.filter((slot) => slot !== null);
  const newest = Math.max(...known);
  return right.flatMap(({ name }, i) => {
    const behind = newest - (slots[i] ?? newest);
    return behind > SLOTS_BEHIND_MAX
      ? [warn(name, `is ${behind} slots behind the other: ask its operator, or name another`)]
      : [];
  });
}

/** Compares the clocks, because bonds are dated by blocks, and quotes and windows by the database. */
async function blockTime(
  [first]: readonly QueriedProvider[],
  nowMs: () => number,
): Promise<readonly Finding[]> {
  if (!first) return [];
  const slot = await first.provider.call('getSlot', [{ commitment: 'finalized' }], 0);
  if (slot.kind !== 'result') return [];
  const time = await first.provider.call('getBlockTime', [slot.value], 0);
  if (time.kind !== 'result' || time.value === null) return [];
  const ageMs = nowMs() - Number(time.value) * 1_000;
  const seconds = Math.round(Math.abs(ageMs) / 1_000);
  if (Math.abs(ageMs) <= BLOCK_AGE_MS_MAX) return [ok('block time', 'agrees with this machine')];
  const text = `the newest final block is ${seconds} s ${ageMs > 0 ? 'old' : 'ahead'}`;
  return [fail('block time', `${text}: set this machine’s clock by NTP, or wait for the cluster`)];
}

/** Warns of a provider that treats `minContextSlot` as a filter, because it cannot prove that a payout never landed. */
async function absenceFindings(right: readonly QueriedProvider[]): Promise<readonly Finding[]> {
  const filters = await Promise.all(right.map(({ provider }) => filtersBySlot(provider)));
  const text = 'surfpool cannot prove that a payout never landed: payouts are refused here';
  return filters.includes(true) ? [warn('providers', text)] : [];
}
