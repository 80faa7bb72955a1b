import { once } from 'node:events';
import { afterEach, describe, expect, test } from 'vitest';
import { randomKeypair } from '#localnet/keypair';
import { type StubProvider, startStub } from '#test/chain/stub-provider';
import { type Server, dataFolder, get, startServer } from './server.ts';

const TIMEOUT = { timeout: 120_000 };
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

/** A provider that serves nothing but its genesis. */
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

/** Waits until the server has written a text. */
async function written(server: Server, text: string): Promise<void> {
  while (!server.output().includes(text)) {
    const more = [once(server.process.stdout!, 'data'), once(server.process.stderr!, 'data')];
    await Promise.race([...more, server.ended]);
    if (server.process.exitCode !== null) break;
  }
  expect(server.output()).toContain(text);
}

describe('a first start while no provider answers', () => {
  test('listens and reads, says so, and goes on once a provider is back', TIMEOUT, async () => {
    const provider = await providerOf(null);
    const server = start({ DATA_DIR: folder(), ...clusterOf(provider) });
    const address = await server.address;
    expect(await get(address, '/api/status')).toMatchObject({ network: 'custom' });
    await written(server, 'SOLANA_RPC_URL: no provider answers (http-error)');
    provider.genesis = randomKeypair().address;
    await written(server, 'SOLANA_RPC_URL: a provider answers, and serves the right chain');
    expect(server.output()).not.toContain(KEY);
  });

  test('ends with 0 when it is asked to', TIMEOUT, async () => {
    const server = start({ DATA_DIR: folder(), ...clusterOf(await providerOf(null)) });
    await server.address;
    server.process.kill('SIGTERM');
    expect(await server.ended).toMatchObject({ code: 0, stderr: '' });
  });
});

test('providers of different chains end the start with one line and 1', TIMEOUT, async () => {
  const providers = [await providerOf('one'), await providerOf('another')];
  const { code, stderr } = await start({ DATA_DIR: folder(), ...clusterOf(...providers) }).ended;
  expect([code, stderr]).toEqual([
    1,
    'LMT cannot start: SOLANA_RPC_URL names providers of different clusters\n',
  ]);
});
