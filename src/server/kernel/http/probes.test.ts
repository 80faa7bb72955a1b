import Fastify from 'fastify';
import { describe, expect, test, vi } from 'vitest';
import { probes } from './probes.ts';

/** The three probes of a node in this state: path, status, and `ok` or the code of the refusal. */
function node(state: { isStarted?: boolean; isDatabaseUp?: boolean } = {}) {
  const { isStarted = true, isDatabaseUp = true } = state;
  const app = Fastify();
  const ping = vi.fn<() => Promise<number>>(() =>
    isDatabaseUp ? Promise.resolve(0.1) : Promise.reject(new Error('connection terminated')),
  );
  probes(app, ping, () => isStarted);
  const ask = async (url: string) => {
    const answer = await app.inject({ url });
    const { ok, code } = answer.json<{ ok?: boolean; code?: string }>();
    return [url, answer.statusCode, ok ?? code];
  };
  return { ping, all: () => Promise.all(['/livez', '/healthz', '/readyz'].map(ask)) };
}

describe('a probe', () => {
  test('returns 200 after the node has started', async () => {
    expect(await node().all()).toEqual([
      ['/livez', 200, true],
      ['/healthz', 200, true],
      ['/readyz', 200, true],
    ]);
  });

  test('reports live and healthy, not ready, before the node has started', async () => {
    expect(await node({ isStarted: false }).all()).toEqual([
      ['/livez', 200, true],
      ['/healthz', 200, true],
      ['/readyz', 503, 'CHAIN_UNAVAILABLE'],
    ]);
  });

  test('reports live, not healthy and not ready, without a database', async () => {
    expect(await node({ isDatabaseUp: false }).all()).toEqual([
      ['/livez', 200, true],
      ['/healthz', 503, 'DATABASE_UNAVAILABLE'],
      ['/readyz', 503, 'DATABASE_UNAVAILABLE'],
    ]);
  });

  test('pings the database once for concurrent requests', async () => {
    const { ping, all } = node();
    await Promise.all(Array.from({ length: 100 }, all));
    expect(ping).toHaveBeenCalledTimes(1);
  });
});
