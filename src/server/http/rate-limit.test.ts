import { afterEach, expect, test } from 'vitest';
import { errorBody } from '#contract/endpoint';
import { type App, startApp } from '#test/app';

let app: App | undefined;
afterEach(() => app?.close());

const PER_MINUTE = 1_200;
/** Refused by the chain at a glance, and counted like any other. */
const CHEAP = {
  method: 'POST',
  url: '/rpc',
  headers: { 'content-type': 'application/json' },
  payload: '1',
} as const;

test('too many requests are told when to come again; others are not held up by them', async () => {
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
});

test('without rate limits nobody counts', async () => {
  app = await startApp({ parts: { limitsRates: false } });
  for (let i = 0; i <= PER_MINUTE; i += 200) {
    const answers = await Promise.all(Array.from({ length: 200 }, () => app!.inject(CHEAP)));
    expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true);
  }
});
