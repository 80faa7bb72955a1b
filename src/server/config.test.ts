import { getBase58Decoder } from '@solana/kit';
import { describe, expect, test } from 'vitest';
import { SMALL_ORDER_POINTS } from '#test/support/small-order-points';
import { randomKeypair } from '#localnet/keypair';
import { isLoopback } from './kernel/base/origin.ts';
import { ConfigError } from './config/config-values.ts';
import { offersPush, readConfig } from './config.ts';

const [WALLET, OTHER] = [randomKeypair().address, randomKeypair().address];
/** A program-derived address: off the curve, as a multisig's vault is. */
const VAULT = 'DR6b8qFPSbiQrGKCUt31tCNRbYrRVwpXAEAgwqEy6bZH';
const CLUSTER = { SOLANA_RPC_URL: 'https://rpc.example/key', OWNER_WALLET: WALLET };
const MODEL = { HELP_MODEL_URL: 'https://model.example/v1', HELP_MODEL: 'm-1' };
const TOKEN = 'sixteen-or-more-characters';
/** The local network, open to everybody. */
const PLAY = { LOCAL_NETWORK_PUBLIC: 'on' };
const PG = { DATABASE_URL: 'postgres://user@host/db' };
type Env = Record<string, string>;

test('uses the local network on this machine without any variable', () => {
  expect(readConfig({})).toEqual({
    host: '127.0.0.1',
    port: 5173,
    dataDir: '.data',
    databaseUrl: null,
    chain: { kind: 'local', joins: null, owners: [], treasury: null, isPublic: false },
    treasuryKeypair: { kind: 'default' },
    payoutDailyLimit: null,
    providerPlan: null,
    publicOrigin: null,
    isStaticFeed: true,
    coingeckoKey: null,
    trustProxy: false,
    helpModel: null,
    runsJobs: true,
    rateLimits: true,
    logLevel: 'info',
    alertWebhookUrl: null,
    pushContact: null,
    metricsToken: null,
    rpcOrigins: [],
  });
});

describe('readConfig accepts', () => {
  test.each<[string, Env, object]>([
    ['PORT', { PORT: '0' }, { port: 0 }],
    ['PORT', { PORT: '65535' }, { port: 65_535 }],
    ['an empty PORT as unset', { PORT: ' ' }, { port: 5173 }],
    ['HOST', { HOST: '::1' }, { host: '::1' }],
    ['DATA_DIR', { DATA_DIR: '/srv/lmt' }, { dataDir: '/srv/lmt' }],
    ['DATABASE_URL', PG, { databaseUrl: PG.DATABASE_URL }],
    ['DATABASE_URL', { DATABASE_URL: 'postgresql:///db' }, { databaseUrl: 'postgresql:///db' }],
    ['WORKER', { WORKER: 'off' }, { runsJobs: false }],
    ['TREASURY_KEYPAIR', { TREASURY_KEYPAIR: 'none' }, { treasuryKeypair: { kind: 'none' } }],
    [
      'TREASURY_KEYPAIR',
      { TREASURY_KEYPAIR: '/srv/key.json' },
      { treasuryKeypair: { kind: 'file', path: '/srv/key.json' } },
    ],
    ['RATE_LIMITS', { RATE_LIMITS: 'off' }, { rateLimits: false }],
    ['LOG_LEVEL', { LOG_LEVEL: 'silent' }, { logLevel: 'silent' }],
    ['TRUST_PROXY', { TRUST_PROXY: 'on' }, { trustProxy: 1 }],
    ['TRUST_PROXY', { TRUST_PROXY: 'off' }, { trustProxy: false }],
    ['TRUST_PROXY', { TRUST_PROXY: '10.0.0.0/8, ::1' }, { trustProxy: '10.0.0.0/8, ::1' }],
    [
      'PUBLIC_ORIGIN, with a slash at its end',
      { ...CLUSTER, PUBLIC_ORIGIN: 'https://lmt.example/' },
      { publicOrigin: 'https://lmt.example' },
    ],
    [
      'PUBLIC_ORIGIN, for any HOST',
      { ...PLAY, HOST: '0.0.0.0', PUBLIC_ORIGIN: 'http://lmt.example:8080' },
      { host: '0.0.0.0', publicOrigin: 'http://lmt.example:8080' },
    ],
    [
      'LOCAL_NETWORK_URL',
      { ...PG, LOCAL_NETWORK_URL: 'http://127.0.0.1:5173' },
      { chain: { kind: 'local', joins: 'http://127.0.0.1:5173', isPublic: false } },
    ],
    [
      'OWNER_WALLET on the local network, in addition to its own owner',
      { OWNER_WALLET: `${WALLET}, ${OTHER}` },
      { chain: { kind: 'local', owners: [WALLET, OTHER], treasury: null } },
    ],
    [
      'LOCAL_NETWORK_PUBLIC',
      { LOCAL_NETWORK_PUBLIC: 'on' },
      { chain: { kind: 'local', joins: null, isPublic: true } },
    ],
    ['METRICS_TOKEN', { METRICS_TOKEN: TOKEN }, { metricsToken: TOKEN }],
    [
      'RPC_ORIGINS',
      { RPC_ORIGINS: 'https://a.example, http://localhost:3000/' },
      { rpcOrigins: ['https://a.example', 'http://localhost:3000'] },
    ],
    [
      'ALERT_WEBHOOK_URL',
      { ALERT_WEBHOOK_URL: 'https://hooks.example/x' },
      { alertWebhookUrl: 'https://hooks.example/x' },
    ],
    [
      'PUSH_CONTACT',
      { ...PLAY, PUSH_CONTACT: 'mailto:a@lmt.example', PUBLIC_ORIGIN: 'https://lmt.example' },
      { pushContact: 'mailto:a@lmt.example' },
    ],
    [
      'a missing PUSH_CONTACT with a public address',
      { ...PLAY, PUBLIC_ORIGIN: 'https://lmt.example' },
      { pushContact: null },
    ],
    ['COINGECKO_KEY', { COINGECKO_KEY: 'CG-1' }, { coingeckoKey: 'CG-1' }],
    [
      'an http RPC URL on this machine',
      { ...CLUSTER, SOLANA_RPC_URL: 'http://127.0.0.1:8899' },
      {},
    ],
    ['an http origin on this machine', { ...CLUSTER, PUBLIC_ORIGIN: 'http://localhost:80' }, {}],
    [
      'HELP_MODEL_URL, with a model and without a key',
      MODEL,
      { helpModel: { url: 'https://model.example/v1', key: null, model: 'm-1' } },
    ],
    ['HELP_MODEL_KEY', { ...MODEL, HELP_MODEL_KEY: 'sk-1' }, { helpModel: { key: 'sk-1' } }],
    [
      'HELP_MODEL_URL, http without a key',
      { ...MODEL, HELP_MODEL_URL: 'http://model:11434' },
      { helpModel: { url: 'http://model:11434' } },
    ],
    [
      'HELP_MODEL_URL, http with a key on this machine',
      { ...MODEL, HELP_MODEL_URL: 'http://127.0.0.1:11434', HELP_MODEL_KEY: 'sk-1' },
      { helpModel: { key: 'sk-1' } },
    ],
    [
      'SOLANA_RPC_URL, with the cluster’s own defaults',
      CLUSTER,
      {
        isStaticFeed: false,
        chain: {
          kind: 'cluster',
          cluster: 'mainnet-beta',
          rpcUrls: ['https://rpc.example/key'],
          owners: [WALLET],
          treasury: WALLET,
          usdcMint: null,
        },
      },
    ],
    [
      'a custom cluster, with its mint',
      { ...CLUSTER, SOLANA_CLUSTER: 'custom', USDC_MINT: OTHER, PRICE_FEED: 'static' },
      { isStaticFeed: true, chain: { cluster: 'custom', usdcMint: OTHER } },
    ],
    [
      'several owners, the first of whom is the treasury',
      { ...CLUSTER, OWNER_WALLET: `${WALLET}, ${OTHER}` },
      { chain: { owners: [WALLET, OTHER], treasury: WALLET } },
    ],
    [
      'TREASURY_WALLET, which need not be an owner',
      { ...CLUSTER, TREASURY_WALLET: OTHER },
      { chain: { owners: [WALLET], treasury: OTHER } },
    ],
    [
      'TREASURY_WALLET off the curve, as a multisig’s vault is',
      { ...CLUSTER, TREASURY_WALLET: VAULT },
      { chain: { owners: [WALLET], treasury: VAULT } },
    ],
    [
      'two RPC URLs, a cluster and a mint',
      {
        ...CLUSTER,
        SOLANA_RPC_URL: 'https://a.example, https://b.example',
        SOLANA_CLUSTER: 'devnet',
        USDC_MINT: WALLET,
      },
      {
        chain: {
          kind: 'cluster',
          cluster: 'devnet',
          rpcUrls: ['https://a.example', 'https://b.example'],
          owners: [WALLET],
          usdcMint: WALLET,
        },
      },
    ],
  ])('%s', (_, env, expected) => {
    expect(readConfig(env)).toMatchObject(expected);
  });
});

describe('readConfig rejects, with a line that names the variable:', () => {
  test.each<[string, Env]>([
    ['PORT', { PORT: '65536' }],
    ['PORT', { PORT: '-1' }],
    ['PORT', { PORT: '80a' }],
    ['PORT', { PORT: '5173.0' }],
    ['PUSH_CONTACT', { PUSH_CONTACT: 'somebody' }],
    ['PUSH_CONTACT', { PUSH_CONTACT: 'http://lmt.example' }],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://host/db' }],
    ['DATABASE_URL', { DATABASE_URL: 'host:5432' }],
    ['DATABASE_URL', { LOCAL_NETWORK_URL: 'http://127.0.0.1:5173' }],
    ['SOLANA_RPC_URL', { ...CLUSTER, SOLANA_RPC_URL: 'rpc.example' }],
    ['SOLANA_RPC_URL', { ...CLUSTER, SOLANA_RPC_URL: 'https://a.example,' }],
    ['SOLANA_RPC_URL', { ...CLUSTER, SOLANA_RPC_URL: 'https://a,https://b,https://c' }],
    ['SOLANA_RPC_URL', { ...CLUSTER, SOLANA_RPC_URL: 'ws://a.example' }],
    ['SOLANA_CLUSTER', { ...CLUSTER, SOLANA_CLUSTER: 'mainnet' }],
    ['OWNER_WALLET', { SOLANA_RPC_URL: 'https://rpc.example' }],
    ['OWNER_WALLET', { ...CLUSTER, OWNER_WALLET: '0xabc' }],
    ['OWNER_WALLET', { ...CLUSTER, OWNER_WALLET: `${WALLET},` }],
    ['OWNER_WALLET', { ...CLUSTER, OWNER_WALLET: `${WALLET},${WALLET}` }],
    ['OWNER_WALLET', { ...CLUSTER, OWNER_WALLET: `${WALLET}1111111111111` }],
    ['OWNER_WALLET', { ...CLUSTER, OWNER_WALLET: VAULT }],
    ['OWNER_WALLET', { ...CLUSTER, OWNER_WALLET: `${WALLET},${VAULT}` }],
    ['OWNER_WALLET', { OWNER_WALLET: VAULT }],
    ['USDC_MINT', { ...CLUSTER, USDC_MINT: 'USDC' }],
    ['SOLANA_RPC_CREDITS', { SOLANA_RPC_CREDITS: '10M' }],
    ['PAYOUT_DAILY_LIMIT', { PAYOUT_DAILY_LIMIT: '1,000' }],
    ['PAYOUT_DAILY_LIMIT', { PAYOUT_DAILY_LIMIT: '-1' }],
    ['PRICE_FEED', { PRICE_FEED: 'coingecko?' }],
    ['PRICE_FEED', { ...CLUSTER, PRICE_FEED: 'static' }],
    ['PRICE_FEED', { ...CLUSTER, SOLANA_CLUSTER: 'devnet', PRICE_FEED: 'static' }],
    ['PRICE_FEED', { ...CLUSTER, SOLANA_CLUSTER: 'testnet', PRICE_FEED: 'static' }],
    ['SOLANA_RPC_URL', { ...CLUSTER, SOLANA_RPC_URL: 'http://rpc.example' }],
    ['SOLANA_RPC_URL', { ...CLUSTER, SOLANA_RPC_URL: 'https://a.example,http://b.example' }],
    ['PUBLIC_ORIGIN', { ...CLUSTER, PUBLIC_ORIGIN: 'http://lmt.example' }],
    ['RATE_LIMITS', { RATE_LIMITS: 'off', PUBLIC_ORIGIN: 'https://lmt.example' }],
    ['RATE_LIMITS', { RATE_LIMITS: 'off', HOST: '0.0.0.0', PUBLIC_ORIGIN: 'http://localhost' }],
    ['USDC_MINT', { ...CLUSTER, SOLANA_CLUSTER: 'custom' }],
    ['USDC_MINT', { USDC_MINT: WALLET }],
    ['METRICS_TOKEN', { METRICS_TOKEN: 'short' }],
    ['ALERT_WEBHOOK_URL', { ALERT_WEBHOOK_URL: 'hooks.example' }],
    ['ALERT_WEBHOOK_URL', { ALERT_WEBHOOK_URL: 'http://hooks.example' }],
    ['COINGECKO_KEY', { COINGECKO_KEY: 'CG 1' }],
    ['TREASURY_WALLET', { ...CLUSTER, TREASURY_WALLET: 'vault' }],
    ['METRICS_TOKEN', { METRICS_TOKEN: 'sixteen or more characters' }],
    ['RPC_ORIGINS', { RPC_ORIGINS: 'a.example' }],
    ['RPC_ORIGINS', { RPC_ORIGINS: 'https://a.example/app' }],
    ['RPC_ORIGINS', { RPC_ORIGINS: 'https://a.example,' }],
    ['RPC_ORIGINS', { RPC_ORIGINS: '*' }],
    ['RPC_ORIGINS', { ...CLUSTER, RPC_ORIGINS: 'https://a.example' }],
    ['PUBLIC_ORIGIN', { HOST: '0.0.0.0' }],
    ['PUBLIC_ORIGIN', { HOST: 'lmt.example' }],
    ['PUBLIC_ORIGIN', { PUBLIC_ORIGIN: 'lmt.example' }],
    ['PUBLIC_ORIGIN', { ...CLUSTER, PUBLIC_ORIGIN: 'https://lmt.example/app' }],
    ['PUBLIC_ORIGIN', { ...CLUSTER, PUBLIC_ORIGIN: 'https://lmt.example/?x' }],
    ['PUBLIC_ORIGIN', { ...CLUSTER, PUBLIC_ORIGIN: 'https://me@lmt.example' }],
    ['SOLANA_RPC_URL', { ...PG, PUBLIC_ORIGIN: 'https://lmt.example' }],
    ['SOLANA_RPC_URL', { HOST: '0.0.0.0', PUBLIC_ORIGIN: 'http://localhost:5173' }],
    [
      'SOLANA_RPC_URL',
      { ...PG, LOCAL_NETWORK_URL: 'http://10.0.0.1:5173', PUBLIC_ORIGIN: 'https://lmt.example' },
    ],
    ['PUBLIC_ORIGIN', { PUBLIC_ORIGIN: 'ftp://lmt.example' }],
    ['TRUST_PROXY', { TRUST_PROXY: 'yes' }],
    ['TRUST_PROXY', { TRUST_PROXY: '10.0.0.0/8, everybody' }],
    ['TRUST_PROXY', { TRUST_PROXY: '10.0.0.0/99' }],
    ['LOCAL_NETWORK_URL', { ...PG, LOCAL_NETWORK_URL: '127.0.0.1:5173' }],
    ['LOCAL_NETWORK_URL', { ...CLUSTER, ...PG, LOCAL_NETWORK_URL: 'http://127.0.0.1:5173' }],
    ['LOCAL_NETWORK_PUBLIC', { LOCAL_NETWORK_PUBLIC: 'true' }],
    ['WORKER', { WORKER: '0' }],
    ['RATE_LIMITS', { RATE_LIMITS: 'ON' }],
    ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
    ['HELP_MODEL', { HELP_MODEL_URL: MODEL.HELP_MODEL_URL }],
    ['HELP_MODEL_URL', { HELP_MODEL: 'm-1' }],
    ['HELP_MODEL_URL', { HELP_MODEL_KEY: 'sk-1' }],
    ['HELP_MODEL_URL', { ...MODEL, HELP_MODEL_URL: 'model.example/v1' }],
    ['HELP_MODEL_URL', { ...MODEL, HELP_MODEL_URL: 'https://me:secret@model.example' }],
    ['HELP_MODEL_KEY', { ...MODEL, HELP_MODEL_KEY: 'sk 1' }],
    [
      'HELP_MODEL_URL',
      { ...MODEL, HELP_MODEL_URL: 'http://model.example/v1', HELP_MODEL_KEY: 'sk-1' },
    ],
  ])('%s %j', (name, env) => {
    expect(() => readConfig(env)).toThrow(ConfigError);
    expect(() => readConfig(env)).toThrow(new RegExp(`^${name} [^\\n]+$`));
  });
});

test.each(SMALL_ORDER_POINTS.map((point) => getBase58Decoder().decode(point)))(
  'refuses the address %s, a point of small order, as owner and as treasury',
  (address) => {
    const envs = {
      OWNER_WALLET: [
        { OWNER_WALLET: address },
        { ...CLUSTER, OWNER_WALLET: `${WALLET},${address}` },
      ],
      TREASURY_WALLET: [{ TREASURY_WALLET: address }, { ...CLUSTER, TREASURY_WALLET: address }],
    };
    for (const [name, each] of Object.entries(envs)) {
      for (const env of each) {
        const line = `${name} names ${address}, a point of small order: anybody can forge its signatures`;
        expect(() => readConfig(env)).toThrow(line);
      }
    }
  },
);

test.each<[string, Record<string, string>, boolean]>([
  ['the local network', {}, true],
  [
    'a public local network',
    { ...PLAY, HOST: '0.0.0.0', PUBLIC_ORIGIN: 'https://lmt.example' },
    true,
  ],
  ['a cluster on loopback', CLUSTER, true],
  ['a public cluster', { ...CLUSTER, PUBLIC_ORIGIN: 'https://lmt.example' }, false],
  [
    'a public cluster with a contact',
    { ...CLUSTER, PUBLIC_ORIGIN: 'https://lmt.example', PUSH_CONTACT: 'mailto:a@lmt.example' },
    true,
  ],
])('offers push only if it may: %s', (_, env, expected) => {
  expect(offersPush(readConfig(env))).toBe(expected);
});

test.each([
  ['localhost', true],
  ['127.0.0.1', true],
  ['127.1.2.3', true],
  ['::1', true],
  ['[::1]', true],
  ['127.0.0.1.example.com', false],
  ['localhost.example.com', false],
  ['0.0.0.0', false],
  ['192.168.0.1', false],
  ['', false],
])('isLoopback of %s is %s', (host, expected) => {
  expect(isLoopback(host)).toBe(expected);
});
