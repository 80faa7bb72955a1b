import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { type Logger, pino } from 'pino';
import type { Localnet } from '#localnet/localnet';
import type { Wallets } from '#localnet/wallets';
import { buildApp } from '#server/app';
import { Cache } from '#server/kernel/cache/cache';
import { type Chain, createChain } from '#server/kernel/chain/chain';
import { type WaitOptions, PaymentWaits } from '#server/kernel/chain/payment-waits';
import { requestTallies } from '#server/kernel/events/tallies';
import { openHelp } from '#server/help/help';
import { nullAfterTimeout } from '#server/kernel/base/null-after-timeout';
import { originOf } from '#server/kernel/base/origin';
import { ProviderCalls } from '#server/kernel/base/provider-calls';
import { createPushService } from '#server/reminders/push-service';
import { RequestRing } from '#server/kernel/base/request-ring';
import { jobs } from '#server/start/jobs';
import { Scheduler } from '#server/kernel/jobs/scheduler';
import { hostedLocalNetwork } from '#server/start/local/hosted-network';
import type { ServerParts } from '#server/start/server-parts';
import { noncePoolOf } from '#server/kernel/chain/nonces';
import { treasuryKeyOf } from '#server/start/treasury-key';
import { serverKey } from '#server/kernel/db/server-keys';
import { ClockWatch } from '#server/kernel/terms/clock-watch';
import type { ProtocolTime } from '#server/kernel/terms/protocol-clock';
import type { Database } from '#server/kernel/db/database';
import { SOLE_LEADER_FENCE } from '#server/kernel/db/leader';
import { Writer } from '#server/kernel/write/commit';
import { Portfolios } from '#server/portfolio/portfolio-queries';
import { Owners } from '#server/kernel/sessions/owners';
import { Sessions } from '#server/kernel/sessions/sessions';
import { RulesCache } from '#server/kernel/terms/terms';
import { ORIGIN } from './origin.ts';

/** Server on a database and a chain: it does not listen, and runs jobs on demand. */
export interface Node {
  readonly app: FastifyInstance;
  readonly parts: ServerParts;
  readonly scheduler: Pick<Scheduler, 'runAll'>;
  close(): Promise<void>;
}

/** Parts that a test overrides, and how long its node waits for a payment. */
export interface NodeParts extends Partial<ServerParts> {
  readonly paymentWait?: WaitOptions;
}

export interface NodeOptions {
  readonly database: Database;
  readonly net: Pick<
    Localnet,
    'faucetAddress' | 'respond' | 'upgrade' | 'airdrop' | 'mintTo' | 'close'
  >;
  readonly wallets: Wallets;
  readonly time: Pick<ProtocolTime, 'advance'>;
  /** Parts that a test overrides. */
  readonly parts?: NodeParts;
}

/** Shared by all nodes, because pages never change. */
const HELP = openHelp(fileURLToPath(new URL('../../help', import.meta.url)), null);

export const RUNBOOKS = readFileSync(new URL('../../docs/RUNBOOKS.md', import.meta.url), 'utf8');
const SHELL = {
  trustProxy: true,
  metrics: { isOpen: true, token: null },
  isStarted: () => true,
  runbooks: RUNBOOKS,
  webFolder: null,
} as const;

const PUSH = { contact: 'mailto:owner@lmt.example', closing: new AbortController().signal };

/** Long enough for a busy machine, so that every payment is seen. */
const PATIENT = { forMs: 15_000, everyMs: 20 };
/** Short, for payments that never appear. */
export const IMPATIENT = { forMs: 120, everyMs: 20 };

/** Rejects like an aborted `fetch`. */
const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true });
  });

/** Connects a server to a chain. Calls fail as soon as the chain does not respond. */
export function chainOn(
  net: NodeOptions['net'],
  wallets: Wallets,
  calls = new ProviderCalls(),
): Promise<Chain> {
  return createChain({
    urls: ['http://local.network/rpc'],
    fetch: async (_url, { body, signal }) => {
      const asked = net.respond(body as string);
      const answer = await (signal ? Promise.race([asked, aborted(signal)]) : asked);
      return new Response(answer.body, { status: answer.status, headers: answer.headers });
    },
    treasury: wallets.wallets[0]?.address ?? '',
    usdcMint: wallets.mint,
    calls,
    timeoutMs: 1_000,
    wait: () => Promise.resolve(),
  });
}

const schedulerOf = (parts: ServerParts, logger: Logger): Scheduler =>
  new Scheduler(jobs(parts), logger, { isHeld: () => parts.clock.isHeldNow() });

/** Rules, clock and writer of a node, as far as a test does not give its own. */
function writingOf(
  { database, chain, ...given }: Pick<ServerParts, 'database' | 'chain'> & Partial<ServerParts>,
  own: Database,
): Pick<ServerParts, 'rules' | 'clock' | 'writer'> {
  const rules = given.rules ?? new RulesCache(own);
  const witness = () => nullAfterTimeout(chain.finalBlock());
  const clock = given.clock ?? new ClockWatch({ database, witness });
  return { rules, clock, writer: new Writer(database, rules, clock) };
}

export async function startNode({
  database,
  net,
  wallets,
  time,
  parts: { paymentWait = PATIENT, ...given } = {},
}: NodeOptions): Promise<Node> {
  const ownerWallet = wallets.wallets[0]?.address ?? '';
  const local = hostedLocalNetwork(net, wallets, async (ms) => {
    const now = await time.advance(ms);
    await scheduler.runAll();
    return now;
  });
  const used = given.database ?? database;
  const providerCalls = given.providerCalls ?? new ProviderCalls();
  const chain = given.chain ?? (await chainOn(net, wallets, providerCalls));
  const writing = writingOf({ database: used, chain, ...given }, database);
  const parts: ServerParts = {
    database,
    ...writing,
    sessions: new Sessions(used),
    owned: new Owners(used),
    portfolios: new Portfolios(used),
    network: 'local',
    version: '0.0.0',
    // A read that is slow because the machine is busy must not be memoized.
    cache: new Cache(used.changes, { slowMs: Infinity }),
    chain,
    providerCalls,
    providerPlan: null,
    paymentWaits: new PaymentWaits(chain, paymentWait),
    requests: new RequestRing(),
    limitsRates: false,
    tallies: requestTallies(),
    alert: () => {},
    push: createPushService(await serverKey(database, 'push'), PUSH),
    alertWatch: null,
    fence: () => SOLE_LEADER_FENCE,
    isStaticFeed: true,
    priceProviders: [],
    help: await HELP,
    origin: originOf(null, ORIGIN),
    ignoredPayers: new Set([net.faucetAddress]),
    owners: new Set([ownerWallet]),
    ownerWallet,
    nonces: await noncePoolOf(await serverKey(database, 'nonce-authority')),
    treasuryKey: await treasuryKeyOf({ kind: 'default' }, local, ownerWallet),
    payoutDailyLimit: null,
    provesDaily: false,
    local,
    localOffered: 'loopback',
    rpcOrigins: new Set(),
    ...given,
  };
  const logger = pino({ level: process.env['TEST_LOG'] ?? 'silent' });
  const scheduler: Scheduler = schedulerOf(parts, logger);
  const app = await buildApp(parts, { logger, rpc: (body) => net.respond(body), ...SHELL });
  return {
    app,
    parts,
    scheduler,
    async close() {
      await app.close();
      await scheduler.stop();
    },
  };
}
