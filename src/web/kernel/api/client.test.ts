import { afterEach, expect, expectTypeOf, test, vi } from 'vitest';

import type { BondJson } from '#contract/bonds/bonds';
import { PATHS } from '#contract/base/paths';

import { ApiError } from './api-error.ts';
import { call, callFile } from './client.ts';
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
  const error: unknown = await call('GET', PATHS.status).catch((thrown: unknown) => thrown);
  if (!(error instanceof ApiError)) throw new Error('no ApiError was thrown');
  return error;
}

test('sends JSON with cookies and gives the JSON answer', async () => {
  const fetch = answering(Response.json({ id: 7 }));
  const request = { params: { id: 'a/b' }, body: { enabled: true }, idempotencyKey: 'k1' };
  expect(await call('PATCH', PATHS.autoRestake, request)).toEqual({ id: 7 });
  expect(fetch.mock.calls[0]).toMatchObject([
    '/api/stakes/a%2Fb/auto-restake',
    {
      method: 'PATCH',
      credentials: 'include',
      body: '{"enabled":true}',
      headers: { 'content-type': 'application/json', 'idempotency-key': 'k1' },
    },
  ]);
});

test('says whose call it is, and carries the token where the specs say so', async () => {
  const stored = { walletPublicKey: '7xKX', sessionToken: 't1' };
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored[key as keyof typeof stored] ?? null,
  });
  const fetch = vi.fn<(path: string, init: RequestInit) => Promise<Response>>(() =>
    Promise.resolve(Response.json({})),
  );
  vi.stubGlobal('fetch', fetch);
  await call('GET', PATHS.settings);
  await call('GET', PATHS.userStakes, { params: { userId: 'u' } });
  await call('GET', PATHS.userBonds, { params: { userId: 'u' } });
  await call('POST', PATHS.withdraw, { params: { stakeId: 's' }, body: { amount: '1' } });
  await call('POST', PATHS.sell, { body: { userId: 'u', amount: '1', payoutToken: 'SOL' } });
  const wallet = { 'x-wallet-address': '7xKX' };
  const both = { ...wallet, 'x-session-token': 't1' };
  const json = { 'content-type': 'application/json' };
  expect(fetch.mock.calls.map(([path, { headers }]) => [path, headers])).toEqual([
    ['/api/protocol/settings', wallet],
    ['/api/stakes/user/u', both],
    ['/api/bonds/user/u', both],
    ['/api/withdraw/s', { ...json, ...both }],
    ['/api/lmt/sell', { ...json, ...both }],
  ]);
});

test('leaves what is empty out of the query', async () => {
  const fetch = answering(Response.json([]));
  const query = { search: 'a&b', status: null, cursor: '', limit: 10 } as const;
  await call('GET', PATHS.adminVaults, { query });
  expect(fetch.mock.calls[0]?.[0]).toBe('/api/admin/vaults?search=a%26b&limit=10');
});

test('is typed by the contract', () => {
  const never = (): unknown[] => [
    call('POST', PATHS.stakes, { body: { userId: 'u1', amount: '1.5' } }),
    // @ts-expect-error -- the path has no such method
    call('POST', PATHS.status),
    // @ts-expect-error -- a parameter of the path is missing
    call('GET', PATHS.portfolio),
    // @ts-expect-error -- its name is another
    call('GET', PATHS.portfolio, { params: { id: 'u1' } }),
    // @ts-expect-error -- the body is missing
    call('POST', PATHS.quoteBond),
    // @ts-expect-error -- money is text
    call('POST', PATHS.quoteBond, { body: { tokenType: 'SOL', amount: 1 } }),
    // @ts-expect-error -- the query's amount is missing
    call('GET', PATHS.feeQuote),
    // @ts-expect-error -- there is no such range
    call('GET', PATHS.transparency, { query: { range: '2y' } }),
    // @ts-expect-error -- it answers with a file
    call('GET', PATHS.historyCsv, { params: { userId: 'u1' } }),
    // @ts-expect-error -- it answers with JSON
    callFile(PATHS.history, { params: { userId: 'u1' } }),
  ];
  expectTypeOf(never).toBeFunction();
  expectTypeOf(call<'GET', typeof PATHS.userBonds>).returns.resolves.toEqualTypeOf<BondJson[]>();
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
  expect(faultOf(error)).toEqual({ message: 'Failed to connect to server', requestId: null });
});
