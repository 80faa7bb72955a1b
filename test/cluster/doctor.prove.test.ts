import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { address, getBase64Decoder } from '@solana/kit';
import {
  AccountState,
  TOKEN_PROGRAM_ADDRESS,
  getMintEncoder,
  getTokenEncoder,
} from '@solana-program/token';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { randomKeypair } from '#localnet/keypair';
import { type Localnet, openLocalnet } from '#localnet/localnet';
import { lockFolder } from '#localnet/lock';
import { serveLocalnet } from '#localnet/serve';
import { type Wallets, storedWallets, openWallets } from '#localnet/wallets';
import { CLUSTERS } from '#server/kernel/chain/genesis';
import { type DoctorTools, examine } from '#server/commands/doctor/examine';
import { lineOf } from '#server/start/start-finding';
import { createPriceProviders } from '#server/kernel/prices/provider';
import { storeDatabaseNetwork } from '#server/kernel/db/database-cluster-queries';
import { serverKey } from '#server/kernel/db/server-keys';
import { startCursor } from '#server/payments/watch-cursors';
import { type StubProvider, deadUrl, startStub } from '#test/chain/stub-provider';
import { freshPglite, freshPostgres } from '#test/databases';
import { type ProviderName, type StubFeeds, startFeeds } from '#test/prices/stub-feeds';
import { bundled } from '#test/support/bundle';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const DOCTOR = await bundled(new URL('../../src/server/commands/doctor.ts', import.meta.url));

const folder = mkdtempSync(join(tmpdir(), 'lmt-doctor-'));
const closers: (() => Promise<unknown>)[] = [];
let net: Localnet;
/** Offset of the chain's clock, which confirms earlier transactions. */
let aheadMs = 0;
let wallets: Wallets;
let feeds: StubFeeds;
/** Valid configuration before its first start. */
let right: Record<string, string>;

beforeAll(async () => {
  net = await openLocalnet({ dir: null, now: () => Date.now() + aheadMs });
  wallets = await openWallets(net, join(folder, 'wallets'));
  aheadMs += 2_000;
  const served = await serveLocalnet(net);
  feeds = await startFeeds();
  closers.push(
    () => served.close(),
    () => net.close(),
    () => feeds.close(),
  );
  right = {
    SOLANA_RPC_URL: served.url,
    SOLANA_CLUSTER: 'custom',
    USDC_MINT: wallets.mint,
    OWNER_WALLET: wallets.wallets[0]!.address,
    PUBLIC_ORIGIN: 'https://lmt.example',
    PRICE_FEED: 'static',
    DATA_DIR: join(folder, 'none-yet'),
  };
});
afterAll(async () => {
  for (const close of closers) await close();
  rmSync(folder, { recursive: true, force: true });
});

/** Price providers with stub feeds. */
const priceProviders: NonNullable<DoctorTools['priceProviders']> = (options) =>
  createPriceProviders({ ...options, urls: feeds.urls });

/** Findings for a configuration with these differences from the valid one. */
async function findingsOf(
  differences: Record<string, string> = {},
  tools: Partial<DoctorTools> = {},
): Promise<string> {
  const migrations = join(ROOT, 'migrations');
  const env = { ...right, ...differences };
  const own = { lock: lockFolder, migrations, walletsIn: storedWallets, priceProviders };
  const findings = await examine(env, { ...own, ...tools });
  const lines = findings.map(lineOf);
  // One line per finding: problem and remedy.
  expect(lines.filter((line) => line.includes('\n'))).toEqual([]);
  return `${lines.join('\n')}\n`;
}

async function stub(answers: Record<string, unknown>): Promise<StubProvider> {
  const provider = await startStub(({ method }) => ({ result: answers[method] ?? null }));
  closers.push(() => provider.close());
  return provider;
}

test('finds no failure in a valid configuration', async () => {
  const lines = await findingsOf();
  expect(lines).not.toMatch(/^fail/m);
  expect(lines).toMatch(/^ok +configuration +is well-formed; people open https:\/\/lmt\.example$/m);
  expect(lines).toMatch(
    /^warn +database +embedded, .+: the first start makes it; production uses/m,
  );
  expect(lines).toMatch(/^ok +provider 1 +serves custom$/m);
  expect(lines).toMatch(/^ok +block time/m);
  expect(lines).toMatch(/^ok +USDC +its mint is right$/m);
  expect(lines).toMatch(/^ok +USDC account +is open$/m);
  expect(lines).toMatch(/^ok +treasury +has \d+\.\d{9} SOL$/m);
  expect(lines).toMatch(/^ok +payout key +none on the server: the owner’s wallet signs payouts$/m);
  expect(lines).toMatch(/^ok +server’s key +the first start makes it$/m);
  expect(lines).toMatch(/^ok +prices +static/m);
});

test('fails for a public address without a cluster, and warns of a misspelled variable', async () => {
  const forgotten = { SOLANA_RPC_URL: '', USDC_MINT: '', OWNER_WALLET: '' };
  const misspelled = { SOLANA_RPC: 'https://rpc.example/key', OWNER_WALET: 'x' };
  const lines = await findingsOf({ ...forgotten, ...misspelled });
  expect(lines).toMatch(
    /^fail +configuration +SOLANA_RPC_URL is needed .+ LOCAL_NETWORK_PUBLIC=on/m,
  );
  expect(lines).toMatch(
    /^warn +configuration +SOLANA_RPC is not read: is SOLANA_RPC_URL meant\?$/m,
  );
  expect(lines).toMatch(/^warn +configuration +OWNER_WALET is not read: is OWNER_WALLET meant\?$/m);
  expect(lines).not.toContain('rpc.example');
  const offered = await findingsOf({ ...forgotten, LOCAL_NETWORK_PUBLIC: 'on' });
  expect(offered).not.toMatch(/^fail/m);
  const right = await findingsOf({ OWNER_WALET: 'x' });
  expect(right).toMatch(/^ok +configuration .+\nwarn +configuration +OWNER_WALET is not read/m);
});

test('reports an embedded database that cannot be opened', async () => {
  const DATA_DIR = join(folder, 'broken');
  mkdirSync(DATA_DIR);
  writeFileSync(join(DATA_DIR, 'database'), 'not a folder');
  expect(await findingsOf({ DATA_DIR })).toMatch(
    /^fail +database +embedded, and cannot be opened \(.+\): restore a backup$/m,
  );
});

test.each<[string, Record<string, string>, RegExp]>([
  [
    'an owner that is no address',
    { OWNER_WALLET: 'me' },
    /^fail +configuration +OWNER_WALLET must/,
  ],
  [
    'an owner whose signatures anybody can forge',
    { OWNER_WALLET: '1'.repeat(32) },
    /^fail +configuration +OWNER_WALLET names 1{32}, a point of small order: anybody can forge/,
  ],
  ['custom without a mint', { USDC_MINT: '' }, /^fail +configuration +USDC_MINT is needed/],
  [
    'the wrong cluster',
    { SOLANA_CLUSTER: 'devnet', PRICE_FEED: 'live' },
    /^fail +provider 1 +serves a chain with the genesis \w+, not devnet: correct SOLANA_RPC_URL or/m,
  ],
  [
    'a mint that does not exist',
    { USDC_MINT: randomKeypair().address },
    /^fail +USDC +USDC_MINT does not exist on this cluster: correct USDC_MINT/m,
  ],
  [
    'a treasury that holds nothing yet',
    { OWNER_WALLET: randomKeypair().address },
    /^warn +USDC account +the treasury has no USDC account: .+\nwarn +treasury +has 0\.000000000 SOL: send/m,
  ],
  [
    'a payout key that is not there',
    { TREASURY_KEYPAIR: '/nowhere/key.json' },
    /^fail +payout key +TREASURY_KEYPAIR must be the path of a key file, or none$/m,
  ],
  [
    'a treasury that is no address',
    { TREASURY_WALLET: 'vault' },
    /^fail +configuration +TREASURY_WALLET must be a Solana address$/m,
  ],
  [
    'a treasury whose signatures anybody can forge',
    { TREASURY_WALLET: '1'.repeat(32) },
    /^fail +configuration +TREASURY_WALLET names 1{32}, a point of small order: anybody can forge/,
  ],
  [
    'a database that is gone',
    { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' },
    /^fail +database +cannot be reached \(.*ECONNREFUSED.*\): start it, or correct DATABASE_URL$/m,
  ],
  [
    'an address for this machine alone',
    { PUBLIC_ORIGIN: '' },
    /^warn +configuration .+ PUBLIC_ORIGIN/m,
  ],
])('reports %s', async (_, differences, line) => {
  expect(await findingsOf(differences)).toMatch(line);
});

test('reports an account that is no mint of the expected kind', async () => {
  const [nine, { address }] = [randomKeypair(), wallets.wallets[0]!];
  await net.createMint({ secretKey: nine.secretKey }, 9);
  aheadMs += 2_000;
  expect(await findingsOf({ USDC_MINT: nine.address })).toMatch(
    /^fail +USDC +USDC_MINT does not have the 6/m,
  );
  expect(await findingsOf({ USDC_MINT: address })).toMatch(/^fail +USDC +USDC_MINT is not a mint/m);
});

/** Writes the key file of a wallet. */
function keyFile(name: string, secretKey: string, mode = 0o600): string {
  const path = join(folder, name);
  writeFileSync(path, secretKey);
  chmodSync(path, mode);
  return path;
}

test('accepts a treasury that is no owner: checks its accounts, and pays out outside', async () => {
  const [, alice] = wallets.wallets;
  const TREASURY_WALLET = alice!.address;
  const outside = await findingsOf({ TREASURY_WALLET });
  expect(outside).not.toMatch(/^fail/m);
  expect(outside).toMatch(
    /^ok +payout key +none on the server, and TREASURY_WALLET is no owner’s: payouts are made outside/m,
  );
  expect(outside).toMatch(/^ok +treasury +has 100\.000000000 SOL$/m);
  const empty = await findingsOf({ TREASURY_WALLET: randomKeypair().address });
  expect(empty).toMatch(/^warn +USDC account .+\nwarn +treasury +has 0\.000000000 SOL: send/m);
  const held = await findingsOf({
    TREASURY_WALLET,
    TREASURY_KEYPAIR: keyFile('alice', alice!.secretKey),
  });
  expect(held).toMatch(
    /^ok +payout key +TREASURY_KEYPAIR is the treasury’s: the server pays out$/m,
  );
});

test('reports a payout key of another wallet, or a key file readable by all', async () => {
  const [owner, alice] = wallets.wallets;
  const another = await findingsOf({ TREASURY_KEYPAIR: keyFile('another', alice!.secretKey) });
  expect(another).toMatch(
    /^fail +payout key +TREASURY_KEYPAIR is not the key of the treasury’s wallet$/m,
  );
  const open = await findingsOf({ TREASURY_KEYPAIR: keyFile('open', owner!.secretKey, 0o644) });
  expect(open).toMatch(
    /^fail +payout key +TREASURY_KEYPAIR names a file that every user .+ chmod 600/m,
  );
});

test('reports a USDC account of the treasury that is frozen or belongs to another wallet', async () => {
  const [owner, alice] = wallets.wallets;
  const mint = address(wallets.mint);
  const accountOf = (of: string, state: AccountState) => ({
    owner: TOKEN_PROGRAM_ADDRESS,
    data: [
      getBase64Decoder().decode(
        getTokenEncoder().encode({
          mint,
          owner: address(of),
          amount: 0n,
          delegate: null,
          state,
          isNative: null,
          delegatedAmount: 0n,
          closeAuthority: null,
        }),
      ),
      'base64',
    ],
  });
  const mintAccount = {
    owner: TOKEN_PROGRAM_ADDRESS,
    data: [
      getBase64Decoder().decode(
        getMintEncoder().encode({
          mintAuthority: null,
          supply: 0n,
          decimals: 6,
          isInitialized: true,
          freezeAuthority: null,
        }),
      ),
      'base64',
    ],
  };
  const told = async (account: object): Promise<string> => {
    const context = { slot: 1 };
    const provider = await stub({
      getGenesisHash: net.genesisHash,
      getMultipleAccounts: { context, value: [mintAccount, account] },
      getBalance: { context, value: 1_000_000_000 },
    });
    return findingsOf({ SOLANA_RPC_URL: provider.url });
  };
  expect(await told(accountOf(owner!.address, AccountState.Initialized))).toMatch(
    /^ok +USDC account +is open$/m,
  );
  expect(await told(accountOf(owner!.address, AccountState.Frozen))).toMatch(
    /^fail +USDC account +the treasury’s USDC account is frozen/m,
  );
  expect(await told(accountOf(alice!.address, AccountState.Initialized))).toMatch(
    /^fail +USDC account +the treasury’s USDC account belongs to another wallet/m,
  );
});

test('reports providers that are down, lagging, of another cluster, or surfpool, without their URLs', async () => {
  const url = right['SOLANA_RPC_URL'] ?? '';
  const dead = `${await deadUrl()}/key-123456789`;
  const down = await findingsOf({ SOLANA_RPC_URL: dead });
  expect(down).toMatch(/^fail +provider 1 +gives no answer \(unreachable\): correct/m);
  const one = await findingsOf({ SOLANA_RPC_URL: `${url},${dead}` });
  expect(one).toMatch(/^ok +provider 1 +serves custom\nwarn +provider 2 +gives no answer/m);
  expect(one).not.toMatch(/^fail/m);
  expect(down + one).not.toContain('key-123456789');

  const main = await stub({ getGenesisHash: CLUSTERS['mainnet-beta'].genesisHash });
  const two = await findingsOf({ SOLANA_RPC_URL: `${url},${main.url}` });
  expect(two).toMatch(/^fail +provider 2 +serves mainnet-beta, not the chain that the database/m);
  expect(two).toMatch(
    /^fail +providers +SOLANA_RPC_URL names providers of different clusters: keep/m,
  );

  const behind = await stub({
    getGenesisHash: net.genesisHash,
    getSlot: 1,
    getVersion: { 'solana-core': '3.0.0', 'surfnet-version': '1.0.0' },
  });
  const slow = await findingsOf({ SOLANA_RPC_URL: `${url},${behind.url}` });
  expect(slow).toMatch(/^warn +provider 2 +is \d+ slots behind the other/m);
  expect(slow).toMatch(/^warn +providers +surfpool cannot prove/m);
});

test('reports price feeds that are down, singly or both', async () => {
  const names = Object.keys(feeds.behave) as ProviderName[];
  for (const name of names) feeds.behave[name] = { prices: { SOL: '200', USDC: '1', BTC: '1' } };
  const live = { PRICE_FEED: 'live' };
  const told = (): Promise<string> => findingsOf(live);
  expect(await told()).toMatch(/^ok +prices +3 witnesses of the price of SOL$/m);
  feeds.behave.coingecko = { status: 503 };
  expect(await told()).toMatch(
    /^warn +prices +2 witnesses .+; silent: coingecko \(status 503\): let this/m,
  );
  for (const name of names) feeds.behave[name] = { status: 503 };
  expect(await told()).toMatch(/^fail +prices +0 witnesses of the price of SOL; silent: /m);
});

const SERVER = process.env['TEST_DATABASE_URL'];

test.skipIf(SERVER === undefined)(
  'reports database problems: a key without SOL, another chain, a later version, a wrong clock',
  async () => {
    const stored = await freshPostgres(SERVER ?? '');
    closers.push(() => stored.close());
    const { database } = stored;
    const DATABASE_URL = stored.url ?? '';
    await serverKey(database, 'nonce-authority');
    await storeDatabaseNetwork(database, { network: 'custom', genesisHash: net.genesisHash });
    const kept = await findingsOf({ DATABASE_URL });
    expect(kept).toMatch(/^ok +database .+\nok +clock .+\nok +migrations +all applied$/m);
    expect(kept).toMatch(/^warn +server’s key +has 0\.000000000 SOL and 0 of 16 nonces: fund it/m);
    expect(kept).not.toMatch(/^fail/m);
    const TREASURY_WALLET = wallets.wallets[1]!.address;
    expect(await findingsOf({ DATABASE_URL, TREASURY_WALLET })).toMatch(
      /^ok +server’s key +is not needed: payouts outside use no nonces$/m,
    );
    const late = await findingsOf({ DATABASE_URL }, { nowMs: () => Date.now() + 600_000 });
    expect(late).toMatch(/^fail +clock +this machine and the database differ by 600 s: set both/m);
    expect(late).toMatch(/^fail +block time +the newest final block is \d{3} s old: set/m);

    await database.exec(`update cluster_pin set genesis_hash = 'another'`);
    expect(await findingsOf({ DATABASE_URL })).toMatch(
      /^fail +provider 1 +serves a chain with the genesis \w+, not the chain that the database/m,
    );
    await database.exec(`update cluster_pin set network = 'devnet'`);
    expect(await findingsOf({ DATABASE_URL })).toMatch(
      /^fail +database’s chain +the database belongs to Solana devnet/m,
    );
    await database.exec(`delete from schema_migrations where number > 1`);
    expect(await findingsOf({ DATABASE_URL })).toMatch(
      /^warn +migrations +\d+ to apply: the next start/m,
    );
    await database.exec(
      `insert into schema_migrations (number, name, sha256) values (9999, '', '')`,
    );
    expect(await findingsOf({ DATABASE_URL })).toMatch(
      /^fail +migrations +the database is newer \(9999\) than this version \(\d+\): run the version/m,
    );
  },
);

test('reports an embedded database that a running server uses', async () => {
  const DATA_DIR = join(folder, 'data');
  mkdirSync(join(DATA_DIR, 'database'), { recursive: true });
  const release = await lockFolder(join(DATA_DIR, 'database'));
  expect(await findingsOf({ DATA_DIR })).toMatch(
    /^warn +database +embedded, and in use by a running/m,
  );
  await release();
});

test('accepts changed owners, the first of whom is not the treasury', async () => {
  const DATA_DIR = join(folder, 'owned');
  mkdirSync(DATA_DIR);
  const stored = await freshPglite(join(DATA_DIR, 'database'));
  const start = { signature: null, slot: 1, startedSlot: 1, moved: [] };
  const [TREASURY_WALLET, OWNER_WALLET] = wallets.wallets.map((wallet) => wallet.address);
  await startCursor(stored.database, TREASURY_WALLET!, start);
  await stored.close();
  const changed = { DATA_DIR, OWNER_WALLET: OWNER_WALLET! };
  expect(await findingsOf({ DATA_DIR })).not.toMatch(/^fail/m);
  expect(await findingsOf(changed)).toMatch(
    /^fail +treasury +the first owner, .+: set TREASURY_WALLET/m,
  );
  const named = await findingsOf({ ...changed, TREASURY_WALLET: TREASURY_WALLET! });
  expect(named).not.toMatch(/^fail/m);
});

test('reports the payout signing key on the local network', async () => {
  const [owner, alice] = wallets.wallets;
  const local = { SOLANA_RPC_URL: '', OWNER_WALLET: '', USDC_MINT: '', PUBLIC_ORIGIN: '' };
  const lines = (env: Record<string, string>) => findingsOf({ ...local, ...env });
  expect(await lines({})).toMatch(/^ok +payout key +the first start makes it$/m);
  expect(await lines({ TREASURY_KEYPAIR: '/nowhere/key.json' })).toMatch(
    /^fail +payout key +TREASURY_KEYPAIR must be the path of a key file, or none$/m,
  );
  const started = { DATA_DIR: folder };
  expect(await lines(started)).toMatch(
    /^ok +payout key +the local network’s own: the server pays out$/m,
  );
  const keys = (of: string): Record<string, string> => ({ ...started, TREASURY_KEYPAIR: of });
  expect(await lines(keys('none'))).toMatch(/^ok +payout key +none on the server: the owner’s/m);
  expect(await lines(keys(keyFile('local', owner!.secretKey)))).toMatch(
    /^ok +payout key +TREASURY_KEYPAIR is the treasury’s/m,
  );
  expect(await lines(keys(keyFile('local', alice!.secretKey)))).toMatch(
    /^fail +payout key +TREASURY_KEYPAIR is not the key of the treasury’s wallet$/m,
  );
  const { address: TREASURY_WALLET } = randomKeypair();
  expect(await lines({ ...started, TREASURY_WALLET })).toMatch(
    /^ok +payout key +none on the server, and TREASURY_WALLET is no owner’s/m,
  );
});

test('exits with an error only if a finding fails', async () => {
  const run = (env: Record<string, string>): Promise<{ code: unknown; stdout: string }> =>
    new Promise((done) => {
      const { PATH = '', HOME = '' } = process.env;
      const options = { cwd: ROOT, env: { PATH, HOME, ...env } };
      execFile(process.execPath, [DOCTOR], options, (error, stdout) =>
        done({ code: error?.code ?? 0, stdout }),
      );
    });
  const { DATA_DIR = '' } = right;
  const local = await run({ DATA_DIR });
  expect(local).toEqual({
    code: 0,
    stdout: expect.stringMatching(/^ok +local network +embedded/m),
  });
  const LOCAL_NETWORK_URL = await deadUrl();
  const joined = { LOCAL_NETWORK_URL, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' };
  expect(await run(joined)).toEqual({
    code: 1,
    stdout: expect.stringMatching(/^fail +local network +LOCAL_NETWORK_URL: .+ does not answer/m),
  });
});
