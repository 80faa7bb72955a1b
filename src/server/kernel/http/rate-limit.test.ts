import { afterEach, expect, test } from 'vitest';
import { errorBody } from '#contract/base/endpoint';
import { type App, startApp } from '#test/app';

let app: App | undefined;
afterEach(() => app?.close());

const PER_MINUTE = 1_200;
/** Request that is cheap to refuse, and counted like any other. */
const CHEAP = {
  method: 'POST',
  url: '/rpc',
  headers: { 'content-type': 'application/json' },
  payload: '1',
} as const;

test('the rate limit refuses excess requests of one network with Retry-After, and no others', async () => {
  app = await startApp({ parts: { limitsRates: true }, app: { trustProxy: true } });
  const ask = (from: string) =>
    app!.inject({ ...CHEAP, headers: { ...CHEAP.headers, 'x-forwarded-for': from } });
  for (let i = 0; i < PER_MINUTE; i += 100) {
    const answers = await Promise.all(Array.from({ length: 100 }, () => ask('10.0.0.1')));
    expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true);
  }
  const refused = await ask('10.0.0.1');
  expect(refused.statusCode).toBe(429);
  const body = errorBody.parse(refused.json());
  const seconds = Number(refused.headers['retry-after']);
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(60);
  expect(body).toEqual({
    error: `Too many requests; try again in ${seconds} s`,
    code: 'RATE_LIMITED',
    requestId: refused.headers['x-request-id'],
    retryAfterSeconds: seconds,
  });
  expect((await ask('10.0.0.2')).statusCode).toBe(200);
  // Probes of a load balancer may come from the same address.
  for (const url of ['/livez', '/readyz', '/healthz', '/metrics']) {
    const probed = await app.inject({ url, headers: { 'x-forwarded-for': '10.0.0.1' } });
    expect([url, probed.statusCode]).toEqual([url, 200]);
  }
});

test('the rate limit counts each entry of a batch to the local network', async () => {
  app = await startApp({ parts: { limitsRates: true }, app: { trustProxy: true } });
  const entry = { jsonrpc: '2.0', id: 1, method: 'getHealth' };
  const ask = (from: string, entries: number) =>
    app!.inject({
      ...CHEAP,
      headers: { ...CHEAP.headers, 'x-forwarded-for': from },
      payload: JSON.stringify(Array.from({ length: entries }, () => entry)),
    });
  for (let i = 0; i < PER_MINUTE; i += 100) {
    expect((await ask('10.0.0.1', 100)).json<unknown[]>()).toHaveLength(100);
  }
  const refused = await ask('10.0.0.1', 1);
  expect(refused.statusCode).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  // A batch that is too long is refused completely, and counts like the longest allowed one.
  const tooLong = await ask('10.0.0.2', 1_500);
  expect(tooLong.json()).toMatchObject({ error: { code: -32600 }, id: null });
  expect((await ask('10.0.0.2', 100)).statusCode).toBe(200);
});

test('requests are unlimited with rate limits off', async () => {
  app = await startApp({ parts: { limitsRates: false } });
  for (let i = 0; i <= PER_MINUTE; i += 200) {
    const answers = await Promise.all(Array.from({ length: 200 }, () => app!.inject(CHEAP)));
    expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true);
  }
});
