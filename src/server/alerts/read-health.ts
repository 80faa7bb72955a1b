import type { AlertJson, Health, JobHealthJson } from '#contract/alerts/health';
import type { Alert } from '#domain/alerts/alert';
import { type JobStatus, alertsOf, jobLagMs } from '#domain/alerts/alerts';
import { durationText, isDegraded, successShare, uptimeText } from '#domain/alerts/health';
import { balancesAsOf } from '#domain/treasury/holdings';
import { APY_DECIMALS, formatAmount, formatDecimal } from '#domain/base/money';
import { pauseAt } from '#domain/terms/pause';
import { type Instant, instant, iso, isoOrNull } from '#domain/base/time';
import { holdingsValue } from '#domain/treasury/treasury';
import { isUnavailable } from '../kernel/base/unavailable.ts';
import type { Parts } from '../kernel/parts.ts';
import { paysOutside } from '../payouts/is-outside-treasury.ts';
import { pingMs } from './health-queries.ts';
import { checkInvariants } from './check-invariants.ts';
import { chainHealth, watcherHealth } from './health-chain.ts';
import { type HealthParts, TRANSACTIONS_MS, readFacts } from './health-facts.ts';
import { serializePayoutBudget } from '../payouts/payout-budget.ts';

type Facts = Awaited<ReturnType<typeof readFacts>>;

/** Measures the health of the server and its dependencies. Without a database, returns what is known. */
export async function readHealth(
  parts: HealthParts &
    Pick<Parts, 'network' | 'version' | 'alert' | 'requests' | 'treasuryKey' | 'owners'>,
  { check }: { readonly check?: 'true' | 'false' | undefined },
): Promise<Health> {
  const [database, chain] = await Promise.all([
    readDatabase(parts, check === 'true'),
    chainHealth(parts),
  ]);
  const requests = parts.requests.figures();
  const share = successShare(requests.count - requests.faults, requests.count);
  const now = instant(Date.now());
  const uptimeMs = Math.round(process.uptime() * 1_000);
  const { network, version } = parts;
  const { treasury: treasuryAddress } = parts.chain.till;
  const treasurySigner = signerOf(parts);
  const about = { treasuryAddress, treasurySigner, network, version, node: process.version };
  return {
    database: database ? 'Connected' : 'Unreachable',
    api: isDegraded(database !== null, requests) ? 'Degraded' : 'Operational',
    uptime: uptimeText(uptimeMs),
    responseTime: durationText(requests.p50Ms),
    now: iso(now),
    startedAt: iso(instant(now - uptimeMs)),
    uptimeMs,
    databaseLatencyMs: database?.latencyMs ?? null,
    chain,
    requests: {
      windowMs: requests.windowMs,
      count: requests.count,
      successRate: share === null ? null : formatDecimal(share, 2),
      p50Ms: requests.p50Ms,
      p95Ms: requests.p95Ms,
    },
    ...(database ? await stored(parts, database.facts, about) : unknown(about)),
  };
}

function signerOf(parts: Parameters<typeof paysOutside>[0]): Health['config']['treasurySigner'] {
  if (parts.treasuryKey) return 'server';
  return paysOutside(parts) ? 'outside' : 'owner';
}

/** Returns null if the database is unavailable. */
async function readDatabase(
  parts: HealthParts & Pick<Parts, 'alert'>,
  checks: boolean,
): Promise<{ readonly latencyMs: number; readonly facts: Facts } | null> {
  try {
    const latencyMs = await pingMs(parts.database);
    if (checks) await checkInvariants(parts);
    return { latencyMs, facts: await readFacts(parts) };
  } catch (error) {
    if (error instanceof Error && isUnavailable(error)) return null;
    throw error;
  }
}

type About = Omit<Health['config'], 'baseAPY' | 'maxDynamicAPY'>;
type Stored = Pick<
  Health,
  | 'emergency'
  | 'priceFeed'
  | 'transactions'
  | 'sessions'
  | 'jobs'
  | 'watcher'
  | 'gaps'
  | 'treasury'
  | 'config'
  | 'invariants'
  | 'alerts'
>;

const unknown = (about: About): Stored => ({
  emergency: null,
  priceFeed: null,
  transactions: null,
  sessions: null,
  jobs: [],
  watcher: [],
  gaps: [],
  treasury: null,
  config: { baseAPY: null, maxDynamicAPY: null, ...about },
  invariants: { checkedAt: null, broken: [] },
  alerts: [],
});

async function stored(parts: Pick<Parts, 'chain'>, facts: Facts, about: About): Promise<Stored> {
  const { alertFacts, terms, settings, transactions, check } = facts;
  const { now, wallNow, jobs, feed } = alertFacts;
  const { settled, failed } = transactions;
  const pause = pauseAt(terms.pauses, now);
  const watcher = await watcherHealth(parts, facts.cursors);
  const share = successShare(settled, settled + failed);
  return {
    emergency: { paused: pause !== null, since: pause && iso(pause.from) },
    priceFeed: { mode: feed.isStatic ? 'static' : 'live', symbols: facts.feed },
    transactions: {
      windowMs: TRANSACTIONS_MS,
      settled,
      failed,
      successRate: share === null ? null : formatDecimal(share, 2),
    },
    sessions: facts.sessions,
    jobs: jobs.map((job) => serializeJob(job, wallNow)),
    watcher,
    gaps: alertFacts.gaps.map(({ since, ...gap }) => ({ ...gap, foundAt: iso(since) })),
    treasury: treasuryOf(facts),
    config: {
      baseAPY: formatDecimal(settings.baseApy, APY_DECIMALS),
      maxDynamicAPY: formatDecimal(settings.maxDynamicApy, APY_DECIMALS),
      ...about,
    },
    invariants: {
      checkedAt: isoOrNull(check?.checkedAt ?? null),
      broken: [...(check?.broken ?? [])],
    },
    alerts: alertsOf({ ...alertFacts, watcher }).map(serializeAlert),
  };
}

function treasuryOf({ alertFacts, holdings, owedUsd }: Facts): Health['treasury'] {
  const { budget, coverage: covered } = alertFacts;
  if (!budget) return null;
  const heldUsd = holdingsValue(holdings);
  return {
    ...serializePayoutBudget(budget),
    owedUSD: formatAmount('USDC', owedUsd),
    holdingsUSD: formatAmount('USDC', heldUsd),
    coverage: covered === null ? null : formatDecimal(covered, 2),
    balancesAsOf: isoOrNull(balancesAsOf(holdings)),
  };
}

function serializeJob(job: JobStatus, wallNow: Instant): JobHealthJson {
  return {
    name: job.name,
    lastRunAt: iso(job.startedAt),
    lastMs: job.tookMs,
    everyMs: job.everyMs,
    lagMs: jobLagMs(job, wallNow),
    failing: job.failingSince !== null,
    lastError: job.error,
  };
}

const serializeAlert = ({ code, severity, text, since, subject }: Alert): AlertJson => ({
  code,
  severity,
  text,
  since: isoOrNull(since),
  subject,
});
