import { afterEach, expect, test, vi } from 'vitest';

import { ApiError } from './api-error.ts';
import { call } from './client.ts';
import { faultOf } from './fault.ts';

afterEach(() => vi.unstubAllGlobals());

function answering(response: Response | Error) {
  const fetch = vi.fn<(path: string, init: RequestInit) => Promise<Response>>(() =>
    response instanceof Error ? Promise.reject(response) : Promise.resolve(response),
  );
  vi.stubGlobal('fetch', fetch);
  return fetch;
}

async function failure(): Promise<ApiError> {
  const error: unknown = await call('/api/x').catch((thrown: unknown) => thrown);
  if (!(error instanceof ApiError)) throw new Error('no ApiError was thrown');
  return error;
}

test('sends JSON with cookies and gives the JSON answer', async () => {
  const fetch = answering(Response.json({ id: 7 }));
  expect(await call('/api/x', { method: 'POST', body: { a: '1' } })).toEqual({ id: 7 });
  expect(fetch.mock.calls[0]).toMatchObject([
    '/api/x',
    {
      method: 'POST',
      credentials: 'include',
      body: '{"a":"1"}',
      headers: { 'content-type': 'application/json' },
    },
  ]);
});

test('a refusal carries status, code, request id and body', async () => {
  const body = { error: 'The protocol is paused.', code: 'PAUSED', requestId: 'r1' };
  answering(Response.json(body, { status: 503 }));
  const error = await failure();
  expect(error).toMatchObject({ status: 503, code: 'PAUSED', requestId: 'r1', body });
  expect(error.message).toBe(`503: ${JSON.stringify(body)}`);
  expect(faultOf(error)).toEqual({ message: 'The protocol is paused.', requestId: 'r1' });
});

test('a text answer has its code and request id in headers', async () => {
  const headers = { 'x-error-code': 'WINDOW_CLOSED', 'x-request-id': 'r2' };
  answering(new Response('Not now', { status: 409, headers }));
  const error = await failure();
  expect(error).toMatchObject({
    message: '409: Not now',
    code: 'WINDOW_CLOSED',
    requestId: 'r2',
    body: 'Not now',
  });
  expect(faultOf(error)).toEqual({ message: 'Not now', requestId: 'r2' });
});

test('an empty body leaves the status text', async () => {
  answering(new Response('', { status: 502, statusText: 'Bad Gateway' }));
  const error = await failure();
  expect(error.message).toBe('502: Bad Gateway');
  expect(faultOf(error, 'Not sold').message).toBe('Not sold');
  expect(error.reference, 'all that support can be told').toBe('502: Bad Gateway');
});

test('a page of a proxy is not shown as a reference', async () => {
  answering(new Response('<html><h1>Bad Gateway</h1></html>', { status: 502 }));
  expect((await failure()).reference).toBe('502');
});

test('no answer at all is a network error', async () => {
  answering(new TypeError('fetch failed'));
  const error = await failure();
  expect(error).toMatchObject({ status: 0, code: 'NETWORK' });
  expect(faultOf(error)).toEqual({ message: 'Failed to connect to server', requestId: 'NETWORK' });
});
