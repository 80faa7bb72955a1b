import { isAddress } from '@solana/kit';
import { type Usdc, parseAmount } from '#domain/base/money';
import { databaseProblem } from './kernel/db/database-address.ts';
import { isLoopback } from './kernel/base/origin.ts';
import {
  ConfigError,
  type Env,
  contact,
  oneOf,
  origins,
  proxies,
  secret,
  text,
  url,
  word,
} from './config/config-values.ts';
import { signersOf, treasuryOf } from './config/config-wallets.ts';
import type { ClusterChain, Config, LocalChain, TreasuryKeypair } from './config/config-types.ts';
import type { ModelConfig } from './help/help-model.ts';

export type { ClusterChain, Config, LocalChain, TreasuryKeypair } from './config/config-types.ts';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const CLUSTERS = ['mainnet-beta', 'devnet', 'testnet', 'custom'] as const;

/** Reads the configuration from the environment. Throws a ConfigError for the first problem. */
export function readConfig(env: Env): Config {
  const host = text(env, 'HOST') ?? '127.0.0.1';
  const config: Config = {
    host,
    port: portOf(env),
    dataDir: text(env, 'DATA_DIR') ?? '.data',
    databaseUrl: databaseOf(env),
    chain: chainOf(env),
    treasuryKeypair: keypairOf(env),
    payoutDailyLimit: limitOf(env),
    providerPlan: planOf(env),
    publicOrigin: originOf(env, host),
    isStaticFeed:
      oneOf(env, 'PRICE_FEED', {
        values: ['static', 'live'],
        otherwise: text(env, 'SOLANA_RPC_URL') ? 'live' : 'static',
      }) === 'static',
    coingeckoKey: word(env, 'COINGECKO_KEY'),
    trustProxy: proxies(env, 'TRUST_PROXY'),
    helpModel: helpModelOf(env),
    runsJobs: oneOf(env, 'WORKER', { values: ['on', 'off'], otherwise: 'on' }) === 'on',
    rateLimits: oneOf(env, 'RATE_LIMITS', { values: ['on', 'off'], otherwise: 'on' }) === 'on',
    logLevel: oneOf(env, 'LOG_LEVEL', { values: LOG_LEVELS, otherwise: 'info' }),
    alertWebhookUrl: url(env, 'ALERT_WEBHOOK_URL', ['https:', 'http:']),
    pushContact: contact(env, 'PUSH_CONTACT'),
    metricsToken: secret(env, 'METRICS_TOKEN'),
    rpcOrigins: origins(env, 'RPC_ORIGINS'),
  };
  refuseUnsafe(config);
  return config;
}

/** True if only this machine can open the app. A public name in front of loopback means a proxy. */
export function isOwnMachine({
  host,
  publicOrigin,
}: Pick<Config, 'host' | 'publicOrigin'>): boolean {
  return isLoopback(host) && (publicOrigin === null || isLoopback(new URL(publicOrigin).hostname));
}

/** True if browsers are offered push messages. In public this needs a contact. */
export function offersPush(
  config: Pick<Config, 'chain' | 'host' | 'publicOrigin' | 'pushContact'>,
): boolean {
  return config.pushContact !== null || config.chain.kind === 'local' || isOwnMachine(config);
}

const isPlainHttp = (address: string): boolean => {
  const { protocol, hostname } = new URL(address);
  return protocol === 'http:' && !isLoopback(hostname);
};

/** Refuses combinations of valid values that would cost the owner or a user money. */
function refuseUnsafe(config: Config): void {
  const { chain, publicOrigin, isStaticFeed, rateLimits } = config;
  if (!rateLimits && !isOwnMachine(config)) {
    throw new ConfigError('RATE_LIMITS', 'can be off on loopback only');
  }
  if (config.alertWebhookUrl !== null && isPlainHttp(config.alertWebhookUrl)) {
    throw new ConfigError('ALERT_WEBHOOK_URL', 'must be https where it is not this machine');
  }
  if (chain.kind === 'local') {
    if (chain.isPublic || isOwnMachine(config)) return;
    throw new ConfigError(
      'SOLANA_RPC_URL',
      'is needed where others can open the app; LOCAL_NETWORK_PUBLIC=on would offer them play money instead',
    );
  }
  if (config.rpcOrigins.length > 0) {
    throw new ConfigError('RPC_ORIGINS', 'cannot be set together with SOLANA_RPC_URL');
  }
  if (chain.cluster !== 'custom' && isStaticFeed) {
    throw new ConfigError('PRICE_FEED', `must be live on ${chain.cluster}: SOL has a market price`);
  }
  if (chain.rpcUrls.some(isPlainHttp)) {
    throw new ConfigError('SOLANA_RPC_URL', 'must be https where it is not this machine');
  }
  if (publicOrigin !== null && isPlainHttp(publicOrigin)) {
    throw new ConfigError('PUBLIC_ORIGIN', 'must be https on a cluster: sessions travel over it');
  }
}

function portOf(env: Env): number {
  const value = text(env, 'PORT') ?? '5173';
  const port = /^\d{1,5}$/.test(value) ? Number(value) : -1;
  if (port < 0 || port > 65_535) throw new ConfigError('PORT', 'must be a number from 0 to 65535');
  return port;
}

function databaseOf(env: Env): string | null {
  const address = text(env, 'DATABASE_URL');
  const problem = address && databaseProblem(address);
  if (problem) throw new ConfigError('DATABASE_URL', problem);
  return address;
}

function wallet(env: Env, name: string): string | null {
  const value = text(env, name);
  if (value !== null && !isAddress(value)) throw new ConfigError(name, 'must be a Solana address');
  return value;
}

function keypairOf(env: Env): TreasuryKeypair {
  const path = text(env, 'TREASURY_KEYPAIR');
  if (path === null) return { kind: 'default' };
  return path === 'none' ? { kind: 'none' } : { kind: 'file', path };
}

function limitOf(env: Env): Usdc | null {
  const value = text(env, 'PAYOUT_DAILY_LIMIT');
  if (value === null) return null;
  const limit = parseAmount('USDC', value);
  if (limit === null) throw new ConfigError('PAYOUT_DAILY_LIMIT', 'must be an amount of USD');
  return limit;
}

function planOf(env: Env): number | null {
  const value = text(env, 'SOLANA_RPC_CREDITS');
  if (value === null) return null;
  if (!/^[1-9]\d{0,14}$/.test(value)) {
    throw new ConfigError('SOLANA_RPC_CREDITS', 'must be a number of credits a month');
  }
  return Number(value);
}

function chainOf(env: Env): LocalChain | ClusterChain {
  const rpcUrls = text(env, 'SOLANA_RPC_URL')
    ?.split(',')
    .map((part) => part.trim());
  const joins = url(env, 'LOCAL_NETWORK_URL', ['http:', 'https:']);
  const isPublic =
    oneOf(env, 'LOCAL_NETWORK_PUBLIC', { values: ['on', 'off'], otherwise: 'off' }) === 'on';
  const cluster = oneOf(env, 'SOLANA_CLUSTER', { values: CLUSTERS, otherwise: 'mainnet-beta' });
  const owners = signersOf(env, 'OWNER_WALLET');
  const usdcMint = wallet(env, 'USDC_MINT');
  const treasury = treasuryOf(env, 'TREASURY_WALLET');
  if (!rpcUrls) {
    if (joins !== null && text(env, 'DATABASE_URL') === null) {
      throw new ConfigError('DATABASE_URL', 'is needed with LOCAL_NETWORK_URL: nodes share one');
    }
    if (usdcMint !== null) {
      throw new ConfigError('USDC_MINT', 'needs SOLANA_RPC_URL: the local network makes its own');
    }
    return { kind: 'local', joins, owners, treasury, isPublic };
  }
  if (joins !== null) {
    throw new ConfigError('LOCAL_NETWORK_URL', 'cannot be set together with SOLANA_RPC_URL');
  }
  if (
    rpcUrls.length > 2 ||
    !rpcUrls.every((part) => /^https?:\/\//.test(part) && URL.canParse(part))
  ) {
    throw new ConfigError(
      'SOLANA_RPC_URL',
      'must be one or two http(s) addresses with a comma between',
    );
  }
  const [owner, ...others] = owners;
  if (owner === undefined) {
    throw new ConfigError('OWNER_WALLET', 'is needed with SOLANA_RPC_URL: who owns the protocol?');
  }
  if (cluster === 'custom' && usdcMint === null) {
    throw new ConfigError('USDC_MINT', 'is needed with SOLANA_CLUSTER=custom: which is USDC?');
  }
  return {
    kind: 'cluster',
    cluster,
    rpcUrls,
    owners: [owner, ...others],
    treasury: treasury ?? owner,
    isTreasuryNamed: treasury !== null,
    usdcMint,
  };
}

function originOf(env: Env, host: string): string | null {
  const value = url(env, 'PUBLIC_ORIGIN', ['http:', 'https:']);
  if (value !== null) {
    const { origin, href } = new URL(value);
    if (href === `${origin}/`) return origin;
    throw new ConfigError(
      'PUBLIC_ORIGIN',
      'must be scheme, host and port only, such as https://lmt.example',
    );
  }
  if (isLoopback(host)) return null;
  throw new ConfigError(
    'PUBLIC_ORIGIN',
    'is needed when HOST is not loopback: what do users open?',
  );
}

function helpModelOf(env: Env): ModelConfig | null {
  const address = url(env, 'HELP_MODEL_URL', ['https:', 'http:']);
  const key = word(env, 'HELP_MODEL_KEY');
  const model = text(env, 'HELP_MODEL');
  if (address === null) {
    if (key === null && model === null) return null;
    throw new ConfigError('HELP_MODEL_URL', 'is needed with HELP_MODEL and HELP_MODEL_KEY');
  }
  if (model === null) throw new ConfigError('HELP_MODEL', 'is needed with HELP_MODEL_URL');
  if (new URL(address).username !== '' || new URL(address).password !== '') {
    throw new ConfigError('HELP_MODEL_URL', 'must hold no secret: HELP_MODEL_KEY is for that');
  }
  if (key !== null && isPlainHttp(address)) {
    throw new ConfigError(
      'HELP_MODEL_URL',
      'must be https where it is not this machine: HELP_MODEL_KEY travels over it',
    );
  }
  return { url: address, key, model };
}
