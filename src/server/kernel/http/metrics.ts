import { createHash, timingSafeEqual } from 'node:crypto';
import { PATHS } from '#contract/base/paths';
import { type JobStatus, jobLagMs } from '#domain/alerts/alerts';
import { refuse } from '#domain/base/result';
import { instant } from '#domain/base/time';
import type { FastifyInstance } from 'fastify';
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import type { ProviderCalls } from '../base/provider-calls.ts';
import type { RequestRing } from '../base/request-ring.ts';
import { sharedRead } from '../base/shared-read.ts';
import { PROBE } from './probes.ts';
import { onNotFound, sendRefusal } from './refusals.ts';

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25];

/** Access to `/metrics`. */
export interface MetricsAccess {
  /** True if the server is reachable only from this machine: everybody has access. */
  readonly isOpen: boolean;
  /** Required bearer token otherwise; null to return 404. */
  readonly token: string | null;
}

/** Sources of metrics besides the process. `alerts` and `jobs` are read from the database, for all nodes. */
interface Measured {
  readonly requests: RequestRing;
  readonly providerCalls: ProviderCalls;
  readonly clock: { readonly aheadMs: number };
  readonly alerts: () => Promise<
    readonly { readonly code: string; readonly severity: string; readonly count: bigint }[]
  >;
  readonly jobs: () => Promise<readonly JobStatus[]>;
}

/**
 * Registers `/metrics` in Prometheus text format: process, requests by route and status, calls to Solana's providers
 * by method and purpose, active alerts, job lag, and clock skew of the database.
 */
export function metrics(
  app: FastifyInstance,
  { requests: lately, providerCalls, clock, alerts, jobs }: Measured,
  access: MetricsAccess,
): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'http_request_seconds',
    help: 'Time to answer a request, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers: [registry],
  });
  countCalls(registry, providerCalls);
  const skew: Gauge = new Gauge({
    name: 'lmt_clock_skew_seconds',
    help: 'Database’s clock minus the right time, as this node sees it',
    registers: [registry],
    collect: () => skew.set(clock.aheadMs / 1_000),
  });
  const readState = stateGauges(registry);
  app.addHook('onResponse', (request, reply, next) => {
    const route = request.routeOptions.url ?? 'unknown';
    const labels = { method: request.method, route, status: String(reply.statusCode) };
    requests.observe(labels, reply.elapsedTime / 1_000);
    // Event streams are excluded, because they last as long as their page.
    if (route !== PATHS.events) lately.add(reply.elapsedTime, reply.statusCode);
    next();
  });
  // If the database is down, the other metrics are still reported.
  const readAll = sharedRead(async () => {
    readState(await Promise.all([alerts(), jobs()]).catch(() => null));
    return registry.metrics();
  }, 0);
  app.get('/metrics', PROBE, async (request, reply) => {
    if (!access.isOpen && access.token === null) return onNotFound(request, reply);
    if (!access.isOpen && !isBearer(request.headers.authorization, access.token)) {
      return sendRefusal(reply, refuse('UNAUTHENTICATED').refusal);
    }
    void reply.type(registry.contentType);
    return readAll();
  });
}

function countCalls(registry: Registry, providerCalls: ProviderCalls): void {
  const count = (name: string, help: string, figure: 'calls' | 'credits') =>
    new Counter({
      name,
      help: `${help}, by method and purpose`,
      labelNames: ['method', 'purpose'],
      registers: [],
      collect() {
        this.reset();
        for (const { method, purpose, [figure]: sum } of providerCalls.lines()) {
          this.inc({ method, purpose }, sum);
        }
      },
    });
  registry.registerMetric(count('provider_calls_total', 'Calls to Solana’s providers', 'calls'));
  const credits = 'What calls to Solana’s providers cost by Helius’ price list';
  registry.registerMetric(count('provider_credits_total', credits, 'credits'));
}

/** Registers the gauges of database state. Returns their setter; null empties them. */
function stateGauges(registry: Registry) {
  const registers = [registry];
  const gauge = (name: string, help: string, labelNames: string[]): Gauge =>
    new Gauge({ name, help, labelNames, registers });
  const active = gauge('lmt_alerts', 'Alerts that stand', ['code', 'severity']);
  const lag = gauge('lmt_job_lag_seconds', 'How long ago a job should have run again', ['name']);
  const failing = gauge('lmt_job_failing', 'Whether a job failed when it last ran', ['name']);
  return (
    state: readonly [Awaited<ReturnType<Measured['alerts']>>, readonly JobStatus[]] | null,
  ): void => {
    for (const each of [active, lag, failing]) each.reset();
    const [alerts, jobs] = state ?? [[], []];
    for (const { code, severity, count } of alerts) active.set({ code, severity }, Number(count));
    const now = instant(Date.now());
    for (const job of jobs) {
      lag.set({ name: job.name }, jobLagMs(job, now) / 1_000);
      failing.set({ name: job.name }, job.failingSince === null ? 0 : 1);
    }
  };
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

function isBearer(header: string | undefined, token: string | null): boolean {
  return token !== null && timingSafeEqual(digest(header ?? ''), digest(`Bearer ${token}`));
}
