import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { openLocalnet } from '#localnet/localnet';
import { lockFolder } from '#localnet/lock';
import { serveWebsocket } from '#localnet/serve';
import { openWallets } from '#localnet/wallets';
import { type AppOptions, buildApp } from './app.ts';
import { banner } from './start/banner.ts';
import { Cache } from './kernel/cache/cache.ts';
import { type Chain, createChain } from './kernel/chain/chain.ts';
import { PaymentWaits } from './kernel/chain/payment-waits.ts';
import { noncePoolOf } from './kernel/chain/nonces.ts';
import { type Config, type LocalChain, isOwnMachine, offersPush, readConfig } from './config.ts';
import { openHelp } from './help/help.ts';
import { type HelpModel, createHelpModel } from './help/help-model.ts';
import type { Respond } from './kernel/base/http-response.ts';
import { originOf } from './kernel/base/origin.ts';
import { PASSED, type StartCheck } from './kernel/chain/start-check.ts';
import { localRpcAccess } from './kernel/base/local-rpc-access.ts';
import { guardUpgrade } from './kernel/base/upgrade.ts';
import { createPushService } from './reminders/push-service.ts';
import { createWebhook } from './kernel/base/webhook.ts';
import { ProviderCalls } from './kernel/base/provider-calls.ts';
import { RequestRing } from './kernel/base/request-ring.ts';
import { requestTallies } from './kernel/events/tallies.ts';
import { hostedLocalNetwork } from './start/local/hosted-network.ts';
import { joinedLocalNetwork } from './start/local/joined-network.ts';
import type { LocalNetwork } from './kernel/base/local-network.ts';
import { openJobs, openRelay } from './start/open-jobs.ts';
import { type Logs, openLogs } from './start/open-log.ts';
import { type RpcContext, claimForLocal, openClusterNetwork } from './start/open-cluster.ts';
import { openWriter } from './start/open-writer.ts';
import type { ServerParts } from './start/server-parts.ts';
import { createPriceProviders } from './kernel/prices/provider.ts';
import { refuseFullDisk, refuseTakenPort, startFailure } from './start/start-failure.ts';
import { type Closers, closeAll, closeOnSignal } from './start/shutdown.ts';
import { serverKey } from './kernel/db/server-keys.ts';
import { ProtocolTime } from './kernel/terms/protocol-clock.ts';
import type { Database } from './kernel/db/database.ts';
import { SOLE_LEADER_FENCE } from './kernel/db/leader.ts';
import { migrate } from './kernel/db/migrate.ts';
import { openPglite } from './kernel/db/pglite.ts';
import { openPostgres } from './kernel/db/postgres.ts';
import { Portfolios } from './portfolio/portfolio-queries.ts';
import { Owners } from './kernel/sessions/owners.ts';
import { Sessions } from './kernel/sessions/sessions.ts';
import { treasuryKeyOf } from './start/treasury-key.ts';
import { unreadVariables } from './config/unread-variables.ts';

const PAYMENT_WAIT = { forMs: 20_000, everyMs: 400 };
/** Listen backlog, Linux's default maximum, because Node accepts one connection per turn of its event loop. */
const BACKLOG = 4_096;

interface Network {
  readonly owners: readonly [string, ...string[]];
  readonly chain: Chain;
  readonly local: LocalNetwork | null;
  readonly respond: Respond;
  /** Check that `/readyz` waits for. */
  readonly startCheck: StartCheck;
}

async function openDatabase(config: Config, closers: Closers): Promise<Database> {
  const database =
    config.databaseUrl === null
      ? await openPglite(resolve(config.dataDir), lockFolder)
      : openPostgres(config.databaseUrl);
  closers.push(() => database.close());
  await migrate(database, resolve('migrations'));
  return database;
}

/** Opens the local network: this node's own, in the data folder, or that of the node it joins. */
async function openLocal(
  { joins, owners, treasury }: LocalChain,
  config: Config,
  {
    time,
    settle,
    closers,
    rpcContext,
  }: {
    readonly time: ProtocolTime;
    readonly settle: () => Promise<void>;
    readonly closers: Closers;
    readonly rpcContext: RpcContext;
  },
): Promise<Network> {
  let local: LocalNetwork;
  if (joins === null) {
    const net = await openLocalnet({
      dir: join(resolve(config.dataDir), 'chain'),
      now: () => time.now(),
    });
    const wallets = await openWallets(net, join(resolve(config.dataDir), 'wallets'));
    local = hostedLocalNetwork(net, wallets, async (ms) => {
      const now = await time.advance(ms);
      await settle();
      return now;
    });
  } else {
    local = await joinedLocalNetwork(joins);
  }
  closers.push(() => local.close());
  const ownerWallet = local.wallets[0]?.address ?? '';
  const chain = await createChain({
    urls: ['http://local.network/rpc'],
    fetch: async (_url, { body }) => {
      const answer = await local.respond(typeof body === 'string' ? body : '');
      return new Response(answer.body, { status: answer.status, headers: answer.headers });
    },
    treasury: treasury ?? ownerWallet,
    usdcMint: local.usdcMint,
    ...rpcContext,
  });
  return {
    owners: [ownerWallet, ...owners],
    chain,
    local,
    respond: (body) => local.respond(body),
    startCheck: PASSED,
  };
}

/** Creates the providers of market prices. Their failures are logged. */
function openFeed(
  { coingeckoKey }: Config,
  logger: Logger,
  signal: AbortSignal,
): ServerParts['priceProviders'] {
  const note = (provider: string, reason: string): void =>
    logger.warn({ provider, reason }, 'a price provider gave no answer');
  const keys = coingeckoKey === null ? {} : { coingecko: coingeckoKey };
  return createPriceProviders({ keys, note, signal });
}

/** The embedded database is not memoized, because it has few users, and its reads are slow only behind others. */
const openCache = ({ kind, changes }: Database): Cache =>
  new Cache(changes, kind === 'pglite' ? { slowMs: Infinity } : {});

async function start(config: Config, logs: Logs, closers: Closers): Promise<string> {
  const database = await openDatabase(config, closers);
  const tallies = requestTallies();
  closers.push(openRelay({ database, tallies }, config, logs.work));
  const time = await ProtocolTime.of(database);
  let settle: () => Promise<void> = async () => {};
  const closing = new AbortController();
  closers.push(async () => closing.abort());
  const rpcContext = { signal: closing.signal, calls: new ProviderCalls() };
  if (config.chain.kind === 'local') await claimForLocal(database);
  const network =
    config.chain.kind === 'local'
      ? await openLocal(config.chain, config, { time, settle: () => settle(), closers, rpcContext })
      : await openClusterNetwork(config.chain, { database, logger: logs.work, rpcContext });
  const parts: ServerParts = {
    database,
    ...(await openWriter({ database, chain: network.chain }, logs.work, closing.signal)),
    sessions: new Sessions(database),
    owned: new Owners(database),
    portfolios: new Portfolios(database),
    network: config.chain.kind === 'local' ? 'local' : config.chain.cluster,
    version: versionOf(),
    cache: openCache(database),
    chain: network.chain,
    providerCalls: rpcContext.calls,
    providerPlan: config.providerPlan,
    paymentWaits: new PaymentWaits(network.chain, PAYMENT_WAIT),
    requests: new RequestRing(),
    limitsRates: config.rateLimits,
    tallies,
    alert: (what, details) => logs.work.error({ alert: what, ...details }, what),
    fence: () => SOLE_LEADER_FENCE,
    ...(await openNotifications(config, database, closing.signal)),
    isStaticFeed: config.isStaticFeed,
    priceProviders: config.isStaticFeed ? [] : openFeed(config, logs.work, closing.signal),
    origin: originOf(config.publicOrigin, `http://${config.host}:${config.port}`),
    ignoredPayers: new Set(network.local ? [network.local.faucetAddress] : []),
    help: await openHelp(resolve('help'), modelOf(config, logs.work)),
    owners: new Set(network.owners),
    ownerWallet: network.owners[0],
    treasuryKey: await treasuryKeyOf(
      config.treasuryKeypair,
      network.local,
      network.chain.till.treasury,
    ),
    nonces: await noncePoolOf(await serverKey(database, 'nonce-authority')),
    payoutDailyLimit: config.payoutDailyLimit,
    provesDaily: true,
    local: network.local,
    localOffered: offered(config),
    rpcOrigins: new Set(config.rpcOrigins),
  };
  const timed = openJobs(parts, config, logs.work);
  settle = timed.runAll;
  const app = await buildApp(parts, {
    logger: logs.requests,
    rpc: network.respond,
    isStarted: () => network.startCheck.hasPassed(),
    ...shellOf(config),
  });
  closers.push(timed.close, async () => app.close());
  closers.push(
    async () => parts.paymentWaits.close(),
    async () => closing.abort(),
  );
  const address = await app.listen({ host: config.host, port: config.port, backlog: BACKLOG });
  await serveBeside(parts, app, { logger: logs.work, closers });
  timed.start();
  return config.publicOrigin ?? address;
}

/** Options of the HTTP server that follow from the configuration and the files beside it. */
function shellOf(
  config: Config,
): Pick<AppOptions, 'trustProxy' | 'metrics' | 'runbooks' | 'webFolder'> {
  return {
    trustProxy: config.trustProxy,
    metrics: { isOpen: isOwnMachine(config), token: config.metricsToken },
    runbooks: readFileSync(resolve('docs/RUNBOOKS.md'), 'utf8'),
    webFolder: resolve('dist/web'),
  };
}

/** Opens the webhook of alerts and the push service of reminders. */
async function openNotifications(
  config: Config,
  database: Database,
  closing: AbortSignal,
): Promise<Pick<ServerParts, 'alertWatch' | 'push'>> {
  const key = await serverKey(database, 'push');
  const { alertWebhookUrl, pushContact: contact } = config;
  return {
    alertWatch: { tell: createWebhook(alertWebhookUrl, closing) },
    push: offersPush(config) ? createPushService(key, { contact, closing }) : null,
  };
}

/** Also serves the local network's websocket on the next port, where web3.js expects it. */
async function serveBeside(
  parts: ServerParts,
  app: FastifyInstance,
  { logger, closers }: { readonly logger: Logger; readonly closers: Closers },
): Promise<void> {
  if (!parts.local) return;
  const { address: host, port: taken } = app.server.address() as AddressInfo;
  const port = taken + 1;
  const upgrade = guardUpgrade(localRpcAccess(parts), parts.local.upgrade);
  const beside = await serveWebsocket(upgrade, { host, port });
  if (beside) closers.push(() => beside.close());
  else
    logger.warn(
      { port },
      'this port is in use: web3.js clients have to name /rpc as their websocket endpoint',
    );
}

function modelOf({ helpModel }: Config, logger: Logger): HelpModel | null {
  const onFailure = (reason: string): void =>
    logger.warn({ reason }, 'the help model gave no answer: the pages’ own words were given');
  return helpModel && createHelpModel(helpModel, { onFailure });
}

function offered(config: Config): ServerParts['localOffered'] {
  if (config.chain.kind !== 'local') return 'nowhere';
  if (config.chain.isPublic) return 'everywhere';
  return isOwnMachine(config) ? 'loopback' : 'nowhere';
}

function versionOf(): string {
  const { version } = JSON.parse(readFileSync(resolve('package.json'), 'utf8')) as {
    version: string;
  };
  return version;
}

const began = performance.now();
const closers: Closers = [];
let config: Config | null = null;
try {
  config = readConfig(process.env);
  refuseFullDisk(config);
  await refuseTakenPort(config);
  const logs = openLogs(config.logLevel);
  closeOnSignal(closers, logs.work);
  for (const problem of unreadVariables(process.env)) logs.work.warn(problem);
  const address = await start(config, logs, closers);
  process.stdout.write(banner(config, address, performance.now() - began));
} catch (error) {
  process.stderr.write(`LMT cannot start: ${startFailure(error, config)}\n`);
  await closeAll(closers).catch(() => {});
  process.exitCode = 1;
}
