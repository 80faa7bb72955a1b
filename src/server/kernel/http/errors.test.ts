import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorBody } from '#contract/base/endpoint';
import { getSettings, getStatus } from '#contract/terms/protocol';
import { type App, startApp } from '#test/app';
import { onOneDatabase } from '#test/databases';

type Answer = Awaited<ReturnType<App['inject']>>;

/** Checks what all refusals have in common. Returns the body. */
function refusal(answer: Answer): { readonly code: string; readonly error: string } {
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  const body = errorBody.parse(answer.json());
  expect(answer.headers['x-request-id']).toBe(body.requestId);
  expect(body.requestId).toMatch(/^[\da-f-]{36}$/);
  return body;
}

describe('a request', () => {
  let app: App;
  beforeAll(async () => {
    app = await startApp();
    app.http.get('/throws', async () => {
      throw new Error('secret: password=hunter2');
    });
    app.http.get('/throws-odd', async () => {
      throw Object.assign(new Error('secret'), { statusCode: 418 });
    });
  });
  afterAll(() => app.close());

  const post = (url: string, payload: string | Buffer, type: string | null = 'application/json') =>
    app.inject({
      method: 'POST',
      url,
      payload,
      headers: { host: 'localhost', ...(type === null ? {} : { 'content-type': type }) },
    });

  test.each([
    ['GET', '/api/nothing'],
    ['POST', '/api/status'],
    ['DELETE', '/api/protocol/settings'],
    ['PROPFIND', '/api/status'],
    ['GET', '/api/status/'],
    ['GET', '/nowhere'],
  ] as const)('of %s %s gets 404 NOT_FOUND', async (method, url) => {
    const answer = await app.inject({ method: method as 'GET', url });
    expect(answer.statusCode).toBe(404);
    const { code, error } = refusal(answer);
    expect([code, error]).toEqual(['NOT_FOUND', `${method} ${url} not found`]);
  });

  test.each(['/api/%', '/%zz', '/api/status/%c0%ae'])('to %s gets 400 MALFORMED', async (url) => {
    const answer = await app.inject({ url });
    expect([answer.statusCode, refusal(answer).code]).toEqual([400, 'MALFORMED']);
  });

  test.each([
    ['no JSON', '{"advanceMs": 1', 'application/json'],
    ['JSON of another kind', '[]', 'application/json'],
    ['a bare value', '5', 'application/json'],
    ['an empty body for a required one', '', 'application/json'],
    ['another type', '{"advanceMs": 1}', 'text/plain'],
    ['another type', 'advanceMs=1', 'application/x-www-form-urlencoded'],
    ['another type', '{"advanceMs": 1}', 'multipart/form-data; boundary=x'],
    ['a nonsensical type', '{"advanceMs": 1}', 'json'],
    ['no type', '{"advanceMs": 1}', null],
  ])('with %s gets 400 MALFORMED: %s as %s', async (_, payload, type) => {
    const answer = await post('/api/local/clock', payload, type);
    expect([answer.statusCode, refusal(answer).code]).toEqual([400, 'MALFORMED']);
  });

  test('with JSON and a charset is accepted', async () => {
    const type = 'application/json; charset=utf-8';
    expect((await post('/api/local/clock', '{"advanceMs": 0}', type)).statusCode).toBe(200);
  });

  test('with a too large body gets 400 BODY_TOO_LARGE', async () => {
    const answer = await post('/api/local/clock', JSON.stringify({ a: 'x'.repeat(300_000) }));
    expect([answer.statusCode, refusal(answer).code]).toEqual([400, 'BODY_TOO_LARGE']);
    const rpc = await post('/rpc', JSON.stringify({ a: 'x'.repeat(150_000) }));
    expect([rpc.statusCode, refusal(rpc).code]).toEqual([400, 'BODY_TOO_LARGE']);
  });

  test.each(['/throws', '/throws-odd'])(
    'that causes an exception gets 500 without details: %s',
    async (url) => {
      const answer = await app.inject({ url });
      expect(answer.statusCode).toBe(500);
      expect(refusal(answer).code).toBe('INTERNAL');
      expect(answer.payload).not.toContain('secret');
      expect(Object.keys(answer.json<object>()).sort()).toEqual(['code', 'error', 'requestId']);
    },
  );

  test('gets its own request id, ignoring ids of the client', async () => {
    const headers = { 'x-request-id': 'mine', 'request-id': 'mine' };
    const answers = await Promise.all(
      [1, 2].map(() => app.inject({ url: '/api/status', headers })),
    );
    const ids = answers.map((answer) => String(answer.headers['x-request-id']));
    expect(new Set(ids).size).toBe(2);
    expect(ids).not.toContain('mine');
  });

  test('gets cache-control: no-store', async () => {
    const { headers } = await app.call(getStatus);
    expect(headers['cache-control']).toBe('no-store');
  });
});

onOneDatabase('while the database is down', (fresh) => {
  test('calls and /healthz return 503 DATABASE_UNAVAILABLE', async () => {
    const app = await startApp({ fresh });
    expect((await app.call(getSettings)).status).toBe(200);
    await app.parts.database.close();
    for (const url of ['/api/status', '/api/protocol/settings', '/healthz']) {
      const answer = await app.inject({ url });
      expect([url, answer.statusCode]).toEqual([url, 503]);
      const { code, error } = refusal(answer);
      expect([code, error]).toEqual([
        'DATABASE_UNAVAILABLE',
        'The database cannot be reached right now',
      ]);
    }
    await app.http.close();
    await app.net.close();
    await app.stored.close().catch(() => {});
  });
});
