import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { randomKeypair } from '#localnet/keypair';
import { type StubProvider, startStub } from '#test/chain/stub-provider';
import { type Server, dataFolder, get, startServer } from './server.ts';

const TIMEOUT = { timeout: 240_000 };
const SERVER = process.env['TEST_DATABASE_URL'];
const KEY = 'key-0123456789abcdef';
const OWNER = randomKeypair().address;
const MINT = randomKeypair().address;

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

function folder(): string {
  const { path, remove } = dataFolder();
  closers.push(remove);
  return path;
}

function start(env: Record<string, string>): Server {
  const server = startServer({ LOG_LEVEL: 'info', PRICE_FEED: 'static', ...env });
  closers.push(async () => {
    server.process.kill('SIGKILL');
    await server.ended;
  });
  return server;
}

interface Provider extends StubProvider {
  /** Null while it is down. */
  genesis: string | null;
}

/** Provider that serves only its genesis. */
async function providerOf(genesis: string | null): Promise<Provider> {
  const state = { genesis };
  const stub = await startStub(({ method }) => {
    if (state.genesis === null) return { status: 503, body: '' };
    return { result: method === 'getGenesisHash' ? state.genesis : null };
  });
  closers.push(() => stub.close());
  return Object.assign(state, stub);
}

const clusterOf = (...providers: readonly StubProvider[]): Record<string, string> => ({
  SOLANA_RPC_URL: providers.map(({ url }) => `${url}/${KEY}`).join(),
  SOLANA_CLUSTER: 'custom',
  USDC_MINT: MINT,
  OWNER_WALLET: OWNER,
});

/** Waits until the server has printed a text. */
async function written(server: Server, text: string): Promise<void> {
  while (!server.output().includes(text)) {
    const more = [once(server.process.stdout!, 'data'), once(server.process.stderr!, 'data')];
    await Promise.race([...more, server.ended]);
    if (server.process.exitCode !== null) break;
  }
  expect(server.output()).toContain(text);
}

describe('first start without a responding provider', () => {
  test(
    'listens, serves reads, reports the state, and continues once a provider is back',
    TIMEOUT,
    async () => {
      const provider = await providerOf(null);
      const server = start({ DATA_DIR: folder(), ...clusterOf(provider) });
      const address = await server.address;
      expect(await get(address, '/api/status')).toMatchObject({ network: 'custom' });
      await written(server, 'SOLANA_RPC_URL: no provider answers (http-error)');
      provider.genesis = randomKeypair().address;
      await written(server, 'SOLANA_RPC_URL: a provider answers, and serves the right chain');
      expect(server.output()).not.toContain(KEY);
    },
  );

  test('exits with 0 on SIGTERM', TIMEOUT, async () => {
    const server = start({ DATA_DIR: folder(), ...clusterOf(await providerOf(null)) });
    await server.address;
    server.process.kill('SIGTERM');
    expect(await server.ended).toMatchObject({ code: 0, stderr: '' });
  });
});

test(
  'providers of different chains end the start with one line and exit code 1',
  TIMEOUT,
  async () => {
    const providers = [await providerOf('one'), await providerOf('another')];
    const { code, stderr } = await start({ DATA_DIR: folder(), ...clusterOf(...providers) }).ended;
    expect([code, stderr]).toEqual([
      1,
      'LMT cannot start: SOLANA_RPC_URL names providers of different clusters\n',
    ]);
  },
);

describe('failed start', () => {
  /** Result of a start. The environment comes last, so that a failure shows the case. */
  const ended = async (env: Record<string, string>) => {
    const { code, stderr } = await start(env).ended;
    return [code, stderr];
  };
  const line = (pattern: RegExp) => [
    1,
    expect.stringMatching(new RegExp(`^LMT cannot start: ${pattern.source}[^\\n]*\\n$`)) as string,
  ];
  const UNWRITABLE = ': set DATA_DIR to a folder that this user may write to';

  test('reports a data folder that is a file, or inside one', TIMEOUT, async () => {
    const file = join(folder(), 'file');
    writeFileSync(file, '');
    expect(await ended({ DATA_DIR: file })).toEqual(line(RegExp(`EEXIST: .+${UNWRITABLE}`)));
    const inside = join(file, 'inside');
    expect(await ended({ DATA_DIR: inside })).toEqual(line(RegExp(`ENOTDIR: .+${UNWRITABLE}`)));
  });

  test.skipIf(process.platform !== 'linux')(
    'reports a data folder on a file system without folders',
    TIMEOUT,
    async () => {
      expect(await ended({ DATA_DIR: '/proc/lmt' })).toEqual(
        line(RegExp(`ENOENT: .+${UNWRITABLE}`)),
      );
    },
  );

  test('reports a port in use before it opens the database', TIMEOUT, async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    closers.push(() => taken.close());
    const { port } = taken.address() as AddressInfo;
    const DATA_DIR = folder();
    const used = line(RegExp(`port ${port} is in use: stop what listens there, or set PORT`));
    expect(await ended({ DATA_DIR, PORT: String(port) })).toEqual(used);
    expect(readdirSync(DATA_DIR)).toEqual([]);
  });

  test('reports an address of another machine', TIMEOUT, async () => {
    const open = {
      PUBLIC_ORIGIN: 'https://lmt.example',
      LOCAL_NETWORK_PUBLIC: 'on',
      PORT: '21190',
    };
    const env = { DATA_DIR: folder(), ...open };
    const foreign = await ended({ ...env, HOST: '192.0.2.1' });
    expect(foreign).toEqual(line(/HOST 192\.0\.2\.1 is no address of this machine/));
    const unknown = await ended({ ...env, HOST: 'lmt.invalid', DATABASE_URL: 'postgres://x@h/d' });
    expect(unknown).toEqual(line(/HOST lmt\.invalid is no address of this machine/));
  });

  test.skipIf(SERVER === undefined)('reports a missing role or database', TIMEOUT, async () => {
    const nobody = new URL(SERVER ?? '');
    nobody.username = 'nobody';
    expect(await ended({ DATABASE_URL: nobody.href })).toEqual(
      line(/the database of DATABASE_URL refuses \(role "nobody" does not exist\): /),
    );
    const nowhere = new URL(SERVER ?? '');
    nowhere.pathname = '/nope';
    expect(await ended({ DATABASE_URL: nowhere.href })).toEqual(
      line(/the database of DATABASE_URL refuses \(database "nope" does not exist\): /),
    );
  });

  test('reports a public address without a cluster', TIMEOUT, async () => {
    const env = { DATA_DIR: folder(), PUBLIC_ORIGIN: 'https://lmt.example', OWNER_WALET: OWNER };
    const refused = line(/SOLANA_RPC_URL is needed where others can open the app; LOCAL_NETWORK/);
    expect(await ended(env)).toEqual(refused);
  });
});

test('a misspelled variable is a warning in the log', TIMEOUT, async () => {
  const server = start({ DATA_DIR: folder(), OWNER_WALET: OWNER });
  await written(server, 'OWNER_WALET is not read: is OWNER_WALLET meant?');
});
