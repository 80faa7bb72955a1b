import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { DAY_MS, WEEK_MS } from '#domain/base/time';
import { randomKeypair } from '#localnet/keypair';
import { type TestDatabase, freshPostgres } from '#test/databases';
import { ask } from '#test/support/store';
import { type Server, dataFolder, get, post, rpc, startServer } from './server.ts';

const SERVER = process.env['TEST_DATABASE_URL'];

describe.skipIf(SERVER === undefined)('second node on the first node’s local network', () => {
  let stored: TestDatabase;
  let nodes: [Server, Server];
  let first: string;
  let second: string;
  const data = dataFolder();

  beforeAll(async () => {
    stored = await freshPostgres(SERVER!);
    const env = { DATABASE_URL: stored.url!, DATA_DIR: data.path };
    const host = startServer(env);
    first = await host.address;
    const guest = startServer({ ...env, LOCAL_NETWORK_URL: first });
    nodes = [host, guest];
    second = await guest.address;
  });
  afterAll(async () => {
    // The guest ends first, because it depends on the host.
    for (const { process, ended } of nodes.toReversed()) {
      process.kill('SIGTERM');
      expect(await ended).toMatchObject({ code: 0 });
    }
    await stored.close();
    data.remove();
  });

  test('has its wallets, mint and owner', async () => {
    const [one, two] = await Promise.all(
      [first, second].map((node) => get<Record<string, unknown>>(node, '/api/local')),
    );
    expect({ ...two, now: null }).toEqual({ ...one, now: null });
    expect(first).not.toBe(second);
  });

  test('serves /rpc from the same chain', async () => {
    expect(await rpc(second, 'getGenesisHash')).toBe(await rpc(first, 'getGenesisHash'));
    const bad = await post<{ error: { code: number } }>(second, '/rpc', {
      jsonrpc: '2.0',
      id: 1,
      method: 'noSuchMethod',
    });
    expect(bad.body.error.code).toBe(-32601);
  });

  test('airdrops funds that both see, to the last digit', async () => {
    const { address } = randomKeypair();
    const body = { walletAddress: address, sol: '1.000000001', usdc: '2.000001' };
    const { status } = await post(second, '/api/local/airdrop', body);
    expect(status).toBe(200);
    for (const node of [first, second]) {
      expect(await rpc(node, 'getBalance', address, { commitment: 'confirmed' })).toBe(
        1_000_000_001,
      );
    }
  });

  test('reports an unreachable local network', async () => {
    const env = { DATABASE_URL: stored.url!, LOCAL_NETWORK_URL: 'http://127.0.0.1:1' };
    const { code, stderr } = await startServer(env).ended;
    expect([code, stderr]).toEqual([
      1,
      'LMT cannot start: LOCAL_NETWORK_URL: http://127.0.0.1:1 does not answer\n',
    ]);
  });

  test('advances the clock of both: protocol, chain and due jobs', async () => {
    const now = async (node: string) =>
      Date.parse((await get<{ now: string }>(node, '/api/status')).now);
    const [before, slot] = [await now(first), (await rpc(first, 'getSlot')) as number];
    const { status, body } = await post<{ now: string }>(second, '/api/local/clock', {
      advanceMs: WEEK_MS,
    });
    expect(status).toBe(200);
    expect(Date.parse(body.now) - before).toBeGreaterThanOrEqual(WEEK_MS);
    for (const node of [first, second]) {
      expect((await now(node)) - before).toBeGreaterThanOrEqual(WEEK_MS);
      expect(((await rpc(node, 'getSlot')) as number) - slot).toBeGreaterThanOrEqual(WEEK_MS / 400);
    }
    const steps = await ask(stored.database, `select from lmt_prices where origin = 'step'`);
    expect(steps).toHaveLength(1);
    const prices = await Promise.all(
      [first, second].map((node) => get<{ lmtPrice: string }>(node, '/api/protocol/settings')),
    );
    expect(prices.map(({ lmtPrice }) => lmtPrice)).toEqual(['1001.805000', '1001.805000']);
    const back = { now: new Date(before - DAY_MS).toISOString() };
    expect((await post(second, '/api/local/clock', back)).status).toBe(422);
  });

  test('shares the rate limit of a caller within a second', async () => {
    const leftAt = async (node: string): Promise<number> =>
      Number((await fetch(`${node}/api/status`)).headers.get('x-ratelimit-remaining'));
    const before = await leftAt(second);
    for (let i = 0; i < 5; i += 1) {
      await Promise.all(Array.from({ length: 60 }, () => leftAt(first)));
    }
    await vi.waitUntil(async () => (await leftAt(second)) < before - 300, {
      timeout: 30_000,
      interval: 100,
    });
  });
});
