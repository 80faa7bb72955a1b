import { afterEach, describe, expect, test } from 'vitest';

import { type Rpc, type RpcOptions, createRpc } from '#server/kernel/rpc/rpc-client';

import {
  type Behaviour,
  type StubProvider,
  deadUrl,
  impatience,
  startStub,
} from './stub-provider.ts';

const stubs: StubProvider[] = [];
afterEach(async () => {
  await Promise.all(stubs.splice(0).map((stub) => stub.close()));
});

async function stubOf(...behaviours: Behaviour[]): Promise<StubProvider> {
  let calls = 0;
  const stub = await startStub(() => {
    calls += 1;
    return behaviours[Math.min(calls, behaviours.length) - 1]!;
  });
  stubs.push(stub);
  return stub;
}

/** Client that records its waits instead of waiting. */
function client(urls: readonly string[], options: Partial<RpcOptions> = {}): [Rpc, number[]] {
  const waits: number[] = [];
  const wait = (ms: number): Promise<void> => {
    waits.push(ms);
    return Promise.resolve();
  };
  return [createRpc({ urls, wait, random: () => 0.5, timeoutMs: 20_000, ...options }), waits];
}

const OK: Behaviour = { result: 42 };
const HTML_502: Behaviour = { status: 502, body: '<html>Bad Gateway</html>' };
const BUSY: Behaviour = { status: 429, body: 'slow down' };

describe('temporary failure of a provider', () => {
  test.each<[string, Behaviour]>([
    ['HTML 502', HTML_502],
    ['429', BUSY],
    ['503', { status: 503, body: '' }],
    ['a cut connection', 'cut'],
    ['no JSON', { raw: '<html>' }],
    ['half JSON', { raw: '{"jsonrpc":' }],
    ['an empty body', { raw: '' }],
    ['a list', { raw: '[]' }],
    ["another call's answer", { raw: '{"jsonrpc":"2.0","id":999,"result":41}' }],
    ['an answer without id', { raw: '{"jsonrpc":"2.0","result":41}' }],
    ['neither result nor error', { raw: '{"jsonrpc":"2.0","id":1}' }],
    ['node is behind', { error: { code: -32005, message: 'Node is behind' } }],
    ['internal error', { error: { code: -32603, message: 'Internal error' } }],
  ])('%s is retried', async (_name, behaviour) => {
    const stub = await stubOf(behaviour, behaviour, OK);
    const [rpc, waits] = client([stub.url]);
    expect(await rpc.call('getSlot', [])).toEqual({ kind: 'result', value: 42 });
    expect(stub.calls).toHaveLength(3);
    expect(waits).toEqual([500, 1_000]);
  });

  test('is retried five times, doubling from 500 ms', async () => {
    const stub = await stubOf(BUSY);
    const [rpc, waits] = client([stub.url]);
    expect(await rpc.call('getSlot', [])).toEqual({ kind: 'trouble', reason: 'rate-limited' });
    expect(stub.calls).toHaveLength(6);
    expect(waits).toEqual([500, 1_000, 2_000, 4_000, 8_000]);
  });

  test('is retried with 20% jitter', async () => {
    const stub = await stubOf(BUSY);
    const [low, lowWaits] = client([stub.url], { random: () => 0 });
    await low.call('getSlot', []);
    const [high, highWaits] = client([stub.url], { random: () => 1 });
    await high.call('getSlot', []);
    expect([lowWaits[0], highWaits[0]]).toEqual([400, 600]);
  });

  test('is retried after Retry-After, up to 10 s', async () => {
    const after = (value: string): Behaviour => ({
      status: 429,
      body: '',
      headers: { 'retry-after': value },
    });
    const stub = await stubOf(after('3'), after('86400'), after('soon'), OK);
    const [rpc, waits] = client([stub.url]);
    await rpc.call('getSlot', []);
    expect(waits).toEqual([3_000, 10_000, 2_000]);
  });

  test('includes a timeout for slow responses', async () => {
    const { deadline, hang } = impatience();
    const stub = await stubOf(OK);
    stub.behave = () => (stub.calls.length < 3 ? hang() : OK);
    const [rpc, waits] = client([stub.url], { deadline });
    expect(await rpc.call('getSlot', [])).toEqual({ kind: 'result', value: 42 });
    expect(waits).toEqual([500, 1_000]);
    stub.behave = hang;
    expect(await rpc.call('getSlot', [])).toEqual({ kind: 'trouble', reason: 'time-out' });
  });
});

describe('retries end', () => {
  test('at a JSON-RPC error, which is the result', async () => {
    const stub = await stubOf({ error: { code: -32602, message: 'Invalid param' } });
    const [rpc, waits] = client([stub.url]);
    expect(await rpc.call('getSlot', [])).toEqual({ kind: 'error', code: -32602, data: undefined });
    expect([stub.calls.length, waits.length]).toEqual([1, 0]);
  });

  test('at a refused API key, with a switch to the fallback', async () => {
    const stub = await stubOf({ status: 401, body: 'bad key' });
    const fallback = await stubOf(OK);
    const [rpc, waits] = client([stub.url, fallback.url]);
    expect(await rpc.call('getSlot', [])).toEqual({ kind: 'result', value: 42 });
    expect([stub.calls.length, waits.length]).toEqual([1, 0]);
  });

  test('at a redirect, which would leak the API key', async () => {
    const elsewhere = await stubOf(OK);
    const stub = await stubOf({ status: 307, body: '', headers: { location: elsewhere.url } });
    const [rpc] = client([stub.url]);
    expect(await rpc.call('getSlot', [])).toEqual({ kind: 'trouble', reason: 'unreachable' });
    expect(elsewhere.calls).toHaveLength(0);
  });

  test('when the server stops', async () => {
    const stub = await stubOf(BUSY);
    const stop = new AbortController();
    stop.abort();
    const [rpc] = client([stub.url], { signal: stop.signal });
    expect(await rpc.call('getSlot', [])).toEqual({ kind: 'trouble', reason: 'aborted' });
    expect(stub.calls).toHaveLength(0);
  });
});

describe('fallback', () => {
  test('is used if the provider fails, and queried first during the cooldown', async () => {
    const fallback = await stubOf(OK);
    let nowMs = 0;
    const dead = await deadUrl();
    const [rpc, waits] = client([dead, fallback.url], { monotonicMs: () => nowMs });
    expect(await rpc.call('getSlot', [])).toEqual({ kind: 'result', value: 42 });
    expect(waits).toEqual([500]);
    await rpc.call('getSlot', []);
    expect(waits).toHaveLength(1);
    nowMs = 30_000;
    await rpc.call('getSlot', []);
    expect(waits).toHaveLength(2);
  });

  test('is not needed: a single provider gets all retries, whatever its past', async () => {
    const stub = await stubOf(BUSY);
    const [rpc, waits] = client([stub.url]);
    await rpc.call('getSlot', []);
    await rpc.call('getSlot', []);
    expect(waits).toHaveLength(10);
  });

  test('fails as well: there is no result', async () => {
    const [rpc] = client([await deadUrl(), await deadUrl()]);
    expect(await rpc.call('getSlot', [])).toEqual({ kind: 'trouble', reason: 'unreachable' });
  });
});

test('credentials in the URL are sent as a header', async () => {
  const stub = await stubOf(OK);
  const [rpc] = client([stub.url.replace('http://', 'http://alice:s%40crit@')]);
  expect(await rpc.call('getSlot', [])).toEqual({ kind: 'result', value: 42 });
  const expected = `Basic ${Buffer.from('alice:s@crit').toString('base64')}`;
  expect(stub.calls[0]!.headers.authorization).toBe(expected);
});

test('u64 values keep every digit', async () => {
  const stub = await stubOf({
    raw: '{"jsonrpc":"2.0","id":1,"result":{"lamports":18446744073709551615,"s":"\\"12345678901234567890","f":0.1234567890123456789,"n":9007199254740991}}',
  });
  const [rpc] = client([stub.url]);
  expect(await rpc.call('getBalance', [])).toEqual({
    kind: 'result',
    value: {
      lamports: 18_446_744_073_709_551_615n,
      s: '"12345678901234567890',
      f: 0.123_456_789_012_345_68,
      n: 9_007_199_254_740_991n,
    },
  });
});
