import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { getBase58Encoder } from '@solana/kit';
import { afterEach, describe, expect, test } from 'vitest';
import { PATHS } from '#contract/base/paths';
import { DAY_MS, SECOND_MS, WEEK_MS } from '#domain/base/time';
import { openPostgres } from '#server/kernel/db/postgres';
import { type TestDatabase, freshPostgres } from '#test/databases';
import { type Server, dataFolder, get, startServer } from '#test/nodes/server';
import { tries } from '#test/prove/effort';
import { ask } from '#test/support/store';
import { Owner } from '../../seed/owner.ts';
import { Person } from '../../seed/person.ts';
import { Site } from '../../seed/site.ts';

const SERVER = process.env['TEST_DATABASE_URL'];
const LOOK_MS = 20;
const FINAL_MS = 15 * SECOND_MS;
const secret = (): string => randomBytes(24).toString('hex');

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

/** Collects every token and cookie exchanged between clients and server. */
class Overheard {
  readonly secrets = new Set<string>();
  readonly #fetch = globalThis.fetch;

  constructor() {
    globalThis.fetch = async (input, init) => {
      const headers = new Headers(init?.headers);
      for (const name of ['x-session-token', 'x-admin-session']) this.#keep(headers.get(name));
      const response = await this.#fetch(input, init);
      for (const cookie of response.headers.getSetCookie()) {
        this.#keep(/=([^;]+)/.exec(cookie)?.[1] ?? null);
      }
      const text = await response.clone().text();
      for (const [, token = null] of text.matchAll(/"sessionToken":"([^"]+)"/g)) this.#keep(token);
      return response;
    };
  }

  stop(): void {
    globalThis.fetch = this.#fetch;
  }

  #keep(secret: string | null): void {
    if (secret !== null && secret.length >= 16) this.secrets.add(secret);
  }
}

function start(env: Record<string, string>): Server {
  const server = startServer({ LOG_LEVEL: 'trace', RATE_LIMITS: 'off', ...env });
  closers.push(async () => {
    server.process.kill('SIGKILL');
    await server.ended;
  });
  return server;
}

async function fresh(): Promise<TestDatabase> {
  const stored = await freshPostgres(SERVER!);
  closers.push(() => stored.close());
  return stored;
}

/** Adds a password to a database URL; a server with trust authentication ignores it. */
function withPassword(url: string, password: string): string {
  const address = new URL(url);
  address.password = password;
  return address.href;
}

function folder(): string {
  const { path, remove } = dataFolder();
  closers.push(remove);
  return path;
}

/** JSON lines of the log, without the plain start messages. */
const linesOf = (server: Server): Record<string, unknown>[] =>
  server
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);

async function logged(
  server: Server,
  wanted: (line: Record<string, unknown>) => boolean,
): Promise<void> {
  while (!linesOf(server).some(wanted)) await sleep(LOOK_MS);
}

/** Runs from a bond to a payout, with many refusals. */
async function wholeLife(site: Site): Promise<void> {
  const owner = await Owner.of(site);
  const person = await Person.signedUp(site);
  await person.payForBond('SOL', '12.5');
  await site.advance(2 * SECOND_MS);
  await person.bond();
  await site.advance(DAY_MS + FINAL_MS);
  await person.claim();
  await person.payForStake(50n);
  await site.advance(2 * SECOND_MS);
  await person.stake(true);
  await site.advance(DAY_MS);
  await person.activate();
  await site.advance(WEEK_MS);
  await owner.approve(await person.sell(90n, 'SOL'));
  await site.advance(FINAL_MS);
  const refused = (work: Promise<unknown>) => expect(work).rejects.toThrow(/: (4\d\d|5\d\d) /);
  const token = secret();
  const headers = {
    'x-session-token': token,
    cookie: `session=${token}`,
    'x-admin-session': token,
  };
  await refused(site.call('GET', PATHS.adminStats, { headers }));
  await refused(site.call('POST', PATHS.bonds, { headers, body: { amount: token } }));
  await refused(site.call('GET', `/api/nothing/here`, { headers }));
  await person.call('POST', PATHS.helpChat, { question: 'What does a restake cost?' });
  await person.call('POST', PATHS.logout, {});
}

/** Two servers and a full scenario, so only in full runs. */
const IS_FULL = tries(0, 1) > 0;

describe.skipIf(SERVER === undefined || !IS_FULL)('log of a full scenario', () => {
  test(
    'contains no key, token or cookie, even under failures, and each line has its context',
    { timeout: 300_000 },
    async () => {
      const overheard = new Overheard();
      closers.push(() => overheard.stop());
      const given = Object.fromEntries(
        ['database', 'metrics', 'webhook', 'model', 'gecko', 'provider', 'fallback'].map((name) => [
          name,
          secret(),
        ]),
      ) as Record<string, string>;
      const stored = await fresh();
      const server = start({
        DATABASE_URL: withPassword(stored.url!, given['database']!),
        DATA_DIR: folder(),
        METRICS_TOKEN: given['metrics']!,
        // Nothing listens there, so each call fails and is logged.
        ALERT_WEBHOOK_URL: `http://127.0.0.1:1/hooks/${given['webhook']}`,
        HELP_MODEL_URL: 'http://127.0.0.1:1/v1',
        HELP_MODEL: 'none',
        HELP_MODEL_KEY: given['model']!,
        COINGECKO_KEY: given['gecko']!,
      });
      const site = await Site.at(await server.address);
      await wholeLife(site);
      const metrics = { authorization: `Bearer ${given['metrics']}` };
      await fetch(new URL('/metrics', site.url), { headers: metrics });

      // A second server uses the same chain as a cluster, through a provider with an API key.
      const key = join(folder(), 'treasury.json');
      const { ownerWallet, usdcMint, wallets } = site.local;
      const bytes = [...getBase58Encoder().encode(wallets[0]!.secretKey)];
      writeFileSync(key, JSON.stringify(bytes), { mode: 0o600 });
      const foreign = await fresh();
      const cluster = start({
        DATABASE_URL: withPassword(foreign.url!, given['database']!),
        DATA_DIR: folder(),
        SOLANA_RPC_URL: `${site.url}/rpc?api-key=${given['provider']}, http://127.0.0.1:1/${given['fallback']}`,
        SOLANA_CLUSTER: 'custom',
        USDC_MINT: usdcMint,
        OWNER_WALLET: ownerWallet,
        TREASURY_KEYPAIR: key,
        PRICE_FEED: 'static',
      });
      expect(await get(await cluster.address, PATHS.status)).toMatchObject({ network: 'custom' });
      await logged(cluster, ({ msg }) => msg === 'job ran');
      const [kept] = await ask<{ secret: string }>(
        stored.database,
        `select encode(secret, 'hex') as secret from server_keys`,
      );
      // First the provider dies, then the database.
      server.process.kill('SIGTERM');
      await server.ended;
      const admin = openPostgres(SERVER!, { connections: 1 });
      closers.push(() => admin.close());
      const name = new URL(foreign.url!).pathname.slice(1);
      await admin.exec(`drop database ${name} with (force)`);
      await logged(cluster, ({ msg }) => msg === 'job failed');
      cluster.process.kill('SIGTERM');
      await cluster.ended;

      const secrets = {
        ...given,
        ...Object.fromEntries(wallets.map((wallet) => [wallet.name, wallet.secretKey])),
        treasury: bytes.join(','),
        'nonce authority': kept!.secret,
        ...Object.fromEntries([...overheard.secrets].map((token, i) => [`token ${i}`, token])),
      };
      expect(overheard.secrets.size).toBeGreaterThanOrEqual(4);
      for (const output of [server.output(), cluster.output()]) {
        const told = Object.entries(secrets).filter(([, text]) => output.includes(text));
        expect(told.map(([what]) => what)).toEqual([]);
      }

      const lines = linesOf(server);
      const clock = lines.find(({ url }) => url === PATHS.clock)!;
      const itsJobs = lines.filter(
        ({ requestId, msg }) => requestId === clock['requestId'] && msg === 'job ran',
      );
      expect(new Set(itsJobs.map(({ runId }) => runId)).size).toBe(itsJobs.length);
      expect(itsJobs.map(({ job }) => job)).toContain('sweep-vaults');
      for (const { job, runId } of [...lines, ...linesOf(cluster)]) {
        expect(job === undefined, `job ${String(job)}`).toBe(runId === undefined);
      }
    },
  );
});
