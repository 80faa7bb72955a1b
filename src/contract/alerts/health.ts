import { z } from 'zod';
import { ALERT_CODES } from '#domain/alerts/alert';
import type { Endpoint } from '../base/endpoint.ts';
import { PATHS } from '../base/paths.ts';
import { treasuryBudget } from '../payouts/admin-payouts.ts';
import { network } from '../terms/protocol.ts';
import { apyPercent, hundredths, instantText, usdcAmount, usdPrice } from '../base/wire.ts';

/** Milliseconds with two decimals. */
const ms = z.number().nullable();

const alert = z.object({
  code: z.enum(ALERT_CODES),
  severity: z.enum(['warning', 'critical']),
  text: z.string(),
  /** Start of the condition; null if unknown. */
  since: instantText.nullable(),
  /** An address, a job, a symbol, a token, or the id of a payout or a movement. */
  subject: z.string().nullable(),
});
export type AlertJson = z.infer<typeof alert>;

const chainHealth = z.object({
  reachable: z.boolean(),
  latencyMs: ms,
  network,
  /** Finalized slot. */
  slot: z.int().nullable(),
  /** Such as 'Connected (Mainnet)'. */
  label: z.string(),
});

const feedHealth = z.object({
  mode: z.enum(['static', 'live']),
  symbols: z.array(
    z.object({
      symbol: z.string(),
      price: usdPrice.nullable(),
      source: z.enum(['feed', 'last-known', 'fallback', 'static']).nullable(),
      ageMs: ms,
      stale: z.boolean(),
    }),
  ),
});

const jobHealth = z.object({
  name: z.string(),
  lastRunAt: instantText.nullable(),
  lastMs: ms,
  everyMs: z.number(),
  /** Delay of the next run; 0 if it is on time, null if the job never ran. */
  lagMs: ms,
  failing: z.boolean(),
  lastError: z.string().nullable(),
});
export type JobHealthJson = z.infer<typeof jobHealth>;

/** Values from the database; null if it is unreachable. */
const stored = {
  emergency: z.object({ paused: z.boolean(), since: instantText.nullable() }).nullable(),
  priceFeed: feedHealth.nullable(),
  /** Payouts and bonds settled in the window. */
  transactions: z
    .object({
      windowMs: z.number(),
      settled: z.int(),
      failed: z.int(),
      successRate: hundredths.nullable(),
    })
    .nullable(),
  sessions: z.object({ users: z.int(), admins: z.int() }).nullable(),
  jobs: z.array(jobHealth),
  watcher: z.array(
    z.object({
      address: z.string(),
      cursorSlot: z.int(),
      slotsBehind: z.int().nullable(),
      /** When the last complete reconcile pass began; null before the first. */
      reconciledAt: instantText.nullable(),
    }),
  ),
  /** Ranges of an address's history that no provider lists, without both ends. */
  gaps: z.array(
    z.object({
      address: z.string(),
      sinceSlot: z.int(),
      untilSlot: z.int(),
      foundAt: instantText,
    }),
  ),
  treasury: treasuryBudget
    .extend({
      owedUSD: usdcAmount,
      holdingsUSD: usdcAmount,
      /** Holdings over what is owed; null if nothing is. */
      coverage: hundredths.nullable(),
      balancesAsOf: instantText.nullable(),
    })
    .nullable(),
};

export const health = z
  .object({
    database: z.enum(['Connected', 'Unreachable']),
    api: z.enum(['Operational', 'Degraded']),
    /** Such as '3d 04:12:09'. */
    uptime: z.string(),
    /** Median of the window, such as '4 ms'; 'No data' without requests. */
    responseTime: z.string(),
    /** Wall clock, which also all ages of runs use. */
    now: instantText,
    startedAt: instantText,
    uptimeMs: z.number(),
    databaseLatencyMs: ms,
    chain: chainHealth,
    /** Requests to this node. */
    requests: z.object({
      windowMs: z.number(),
      count: z.int(),
      /** Percentage answered without a server error; null if there were no requests. */
      successRate: hundredths.nullable(),
      p50Ms: ms,
      p95Ms: ms,
    }),
    ...stored,
    config: z.object({
      baseAPY: apyPercent.nullable(),
      maxDynamicAPY: apyPercent.nullable(),
      treasuryAddress: z.string(),
      /** Signer of the treasury's transactions: the server's key, an owner's wallet, or signers outside. */
      treasurySigner: z.enum(['server', 'owner', 'outside']),
      network: chainHealth.shape.network,
      version: z.string(),
      node: z.string(),
    }),
    /** Violated invariants of the ledger, by the last check. */
    invariants: z.object({ checkedAt: instantText.nullable(), broken: z.array(z.string()) }),
    alerts: z.array(alert),
  })
  .meta({ id: 'Health' });
export type Health = z.infer<typeof health>;

export const getHealth = {
  method: 'GET',
  path: PATHS.adminHealth,
  summary: 'Measured health of the server, its database, the chain, the price feed and the jobs',
  access: 'owner',
  /** `true` checks the invariants first. */
  query: z.object({ check: z.enum(['true', 'false']).optional() }),
  answers: { 200: health },
} as const satisfies Endpoint;
