import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type App, startApp } from '#test/app';

const GUEST = 'https://guest.example';
const HEALTH = '{"jsonrpc":"2.0","id":1,"method":"getHealth"}';

describe('/rpc of the local network', () => {
  let app: App;
  beforeAll(async () => {
    app = await startApp({ parts: { rpcOrigins: new Set([GUEST]) } });
  });
  afterAll(() => app.close());

  const ask = (headers: Record<string, string> = {}, payload = HEALTH) =>
    app.inject({
      method: 'POST',
      url: '/rpc',
      headers: { host: 'localhost:5173', 'content-type': 'application/json', ...headers },
      payload,
    });
  const preflight = (origin: string) =>
    app.inject({
      method: 'OPTIONS',
      url: '/rpc',
      headers: { host: 'localhost:5173', origin, 'access-control-request-method': 'POST' },
    });

  test('accepts programs and its own page, without CORS headers', async () => {
    for (const headers of [{}, { origin: 'http://localhost:5173' }]) {
      const answer = await ask(headers);
      expect(answer.json()).toEqual({ jsonrpc: '2.0', result: 'ok', id: 1 });
      expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
    }
  });

  test('refuses a foreign Host and a foreign page', async () => {
    const rebound = await ask({ host: 'evil.example:5173', origin: 'http://evil.example:5173' });
    expect([rebound.statusCode, rebound.json<object>()]).toMatchObject([
      404,
      { error: { data: { code: 'NOT_FOUND' } }, id: null },
    ]);
    const foreign = await ask({ origin: 'https://evil.example' });
    expect([foreign.statusCode, foreign.json<object>()]).toMatchObject([
      403,
      { error: { data: { code: 'ORIGIN_REFUSED' } }, id: null },
    ]);
    expect(foreign.headers).not.toHaveProperty('access-control-allow-origin');
    const refused = await preflight('https://evil.example');
    expect(refused.statusCode).toBe(403);
    expect(refused.headers).not.toHaveProperty('access-control-allow-origin');
  });

  test('accepts pages of RPC_ORIGINS, including preflights', async () => {
    const allowed = await preflight(GUEST);
    expect([allowed.statusCode, allowed.headers]).toMatchObject([
      204,
      { 'access-control-allow-origin': GUEST, 'access-control-allow-methods': 'POST' },
    ]);
    const answer = await ask({ origin: GUEST });
    expect([answer.statusCode, answer.headers['access-control-allow-origin']]).toEqual([
      200,
      GUEST,
    ]);
    expect(String(answer.headers['vary']).toLowerCase()).toContain('origin');
  });

  test('opens no other path to pages of RPC_ORIGINS', async () => {
    const answer = await app.inject({
      url: '/api/status',
      headers: { host: 'localhost:5173', origin: GUEST },
    });
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
  });

  test('takes JSON only', async () => {
    expect((await ask({ 'content-type': 'text/plain' })).statusCode).toBe(400);
  });

  test('refuses a batch of more than 100 calls', async () => {
    const call = JSON.parse(HEALTH) as object;
    const answer = await ask({}, JSON.stringify(Array.from({ length: 101 }, () => call)));
    expect(answer.json()).toMatchObject({ error: { code: -32600 }, id: null });
  });
});
