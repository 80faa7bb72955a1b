import { afterEach, describe, expect, test, vi } from 'vitest';

import type { Till } from '#domain/payments/deposit';
import { referenceOf } from '#proof/files/reference';
import { type RpcProxyOptions, createRpcProxy } from '#server/kernel/rpc/rpc-proxy';

import { newWallet, signed } from '#test/world/wallet';

import {
  type Behaviour,
  type Call,
  type StubProvider,
  deadUrl,
  impatience,
  startStub,
} from './stub-provider.ts';

const stubs: StubProvider[] = [];
afterEach(async () => {
  await Promise.all(stubs.splice(0).map((stub) => stub.close()));
});

async function stubOf(behave: Behaviour | ((call: Call) => Behaviour)): Promise<StubProvider> {
  const stub = await startStub(typeof behave === 'function' ? behave : () => behave);
  stubs.push(stub);
  return stub;
}

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly json: {
    readonly id: unknown;
    readonly result?: unknown;
    readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
  };
}

async function ask(
  urls: readonly string[],
  request: unknown,
  options: Partial<RpcProxyOptions> = {},
): Promise<Answer> {
  const proxy = createRpcProxy({ urls, till: TILL, timeoutMs: 20_000, ...options });
  const body = typeof request === 'string' ? request : JSON.stringify(request);
  const answer = await proxy.respond(body);
  const json = JSON.parse(answer.body) as Answer['json'];
  return { status: answer.status, headers: answer.headers, text: answer.body, json };
}

const call = (method: string, params: readonly unknown[] = [], id: unknown = 'a') => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
});

const TILL: Till = {
  treasury: '2'.repeat(44),
  usdcMint: '3'.repeat(44),
  treasuryTokenAccount: '4'.repeat(44),
};

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

describe('forwarding', () => {
  test('returns the result of an allowed call under the browser’s id', async () => {
    const stub = await stubOf(({ params }) => ({ result: params }));
    const answer = await ask([stub.url], call('getBalance', ['key', { commitment: 'confirmed' }]));
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({
      jsonrpc: '2.0',
      id: 'a',
      result: ['key', { commitment: 'confirmed' }],
    });
  });

  test('keeps every digit, in both directions', async () => {
    const stub = await stubOf({ raw: '{"id":1,"result":{"lamports":18446744073709551615}}' });
    const request =
      '{"jsonrpc":"2.0","id":12345678901234567890,"method":"getBlockHeight","params":[{"minContextSlot":12345678901234567891}]}';
    const answer = await ask([stub.url], request);
    expect(answer.text).toContain('"lamports":18446744073709551615');
    expect(answer.text).toContain('"id":12345678901234567890');
  });

  test('passes on a cluster’s error with its data', async () => {
    const data = { err: 'BlockhashNotFound', logs: [] };
    const stub = await stubOf({ error: { code: -32002, message: 'simulation failed', data } });
    const answer = await ask([stub.url], call('getBalance', ['AAAA']));
    expect(answer.json.error).toEqual({ code: -32002, message: 'simulation failed', data });
  });

  test('keeps the order of a batch', async () => {
    const stub = await stubOf(({ method }) => ({ result: method }));
    const batch = [
      call('getBlockHeight', [], 1),
      call('getProgramAccounts', [], 2),
      call('getLatestBlockhash', [], 3),
    ];
    const answer = await ask([stub.url], batch);
    const answers = answer.json as unknown as Answer['json'][];
    expect(answers.map(({ id }) => id)).toEqual([1, 2, 3]);
    expect(answers.map(({ result }) => result)).toEqual([
      'getBlockHeight',
      undefined,
      'getLatestBlockhash',
    ]);
    expect(answers[1]!.error!.code).toBe(-32601);
  });
});

describe('transaction', () => {
  test('goes to every provider, because a provider may drop it or lag', async () => {
    const wallet = await newWallet();
    const till = { ...TILL, treasury: wallet.address };
    const latest = JSON.stringify({ result: { value: { blockhash: '1'.repeat(32) } } });
    const net = { respond: async () => ({ status: 200, headers: {}, body: latest }) };
    const wire = await signed(net, wallet, []);
    const behind = await stubOf({ error: { code: -32016, message: 'Slot not reached' } });
    const fine = await stubOf({ result: 'signature' });
    for (const urls of [
      [behind.url, fine.url],
      [fine.url, behind.url],
    ]) {
      const answer = await ask(urls, call('sendTransaction', [wire]), { till });
      expect([answer.status, answer.json.result]).toEqual([200, 'signature']);
    }
    await vi.waitFor(() => expect([behind, fine].map(({ calls }) => calls.length)).toEqual([2, 2]));
    const refused = await ask([behind.url], call('sendTransaction', [wire]), { till });
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '1']);
  });
});

describe('a list of transactions', () => {
  test('is passed on for the address of the treasury’s anchors', async () => {
    const till = { ...TILL, treasury: (await newWallet()).address };
    const stub = await stubOf({ result: [] });
    const listed = call('getSignaturesForAddress', [referenceOf(till.treasury)]);
    expect((await ask([stub.url], listed, { till })).json.result).toEqual([]);
    const other = await ask([stub.url], call('getSignaturesForAddress', [till.treasury]), { till });
    expect(other.json.error!.code).toBe(-32601);
    expect(stub.calls).toHaveLength(1);
  });
});

describe('what is not passed on', () => {
  test.each([
    'getTokenAccountsByOwner',
    'getMultipleAccounts',
    'getProgramAccounts',
    'getBlock',
    'getSignaturesForAddress',
    'requestAirdrop',
    'getClusterNodes',
    'constructor',
    '',
  ])('covers %s', async (method) => {
    const stub = await stubOf({ result: 1 });
    const answer = await ask([stub.url], call(method));
    expect(answer.json.error).toEqual({ code: -32601, message: 'Method not found' });
    expect(stub.calls).toHaveLength(0);
  });

  test.each<[string, unknown, number, number]>([
    ['no JSON', '{', 400, -32700],
    ['a number', '1', 400, -32600],
    ['an empty batch', [], 400, -32600],
    ['a batch too long', Array.from({ length: 11 }, () => call('getBlockHeight')), 400, -32600],
    ['too many bytes', call('getBlockHeight', ['x'.repeat(64_000)]), 413, -32600],
    ['a notification', { jsonrpc: '2.0', method: 'getBlockHeight' }, 400, -32600],
    ['named parameters', { ...call('getBlockHeight'), params: { a: 1 } }, 400, -32600],
    ['an id that is an object', { ...call('getBlockHeight'), id: {} }, 400, -32600],
    [
      'lists without end',
      `{"jsonrpc":"2.0","id":1,"method":"getBlockHeight","params":${nested(20_000)}}`,
      400,
      -32600,
    ],
    ['another protocol', { ...call('getBlockHeight'), jsonrpc: '1.0' }, 400, -32600],
  ])('covers %s', async (_name, request, status, code) => {
    const stub = await stubOf({ result: 1 });
    const answer = await ask([stub.url], request);
    expect([answer.status, answer.json.error!.code]).toEqual([status, code]);
    expect(stub.calls).toHaveLength(0);
  });
});

describe('failing provider', () => {
  test.each<[string, Behaviour, number]>([
    ['slow', 'hang', 504],
    ['broken: HTML 502', { status: 502, body: '<html>' }, 502],
    ['broken: cut', 'cut', 502],
    ['broken: no JSON', { raw: 'oops' }, 502],
    ['busy', { status: 429, body: '' }, 429],
    ['lying: another id', { raw: '{"jsonrpc":"2.0","id":77,"result":1}' }, 502],
    ['lying: no result', { raw: '{"jsonrpc":"2.0","id":1}' }, 502],
    ['too talkative', { result: 'x'.repeat(5_000) }, 502],
  ])('%s: returns an error of our own', async (_name, behaviour, status) => {
    const { deadline, hang } = impatience();
    const stub = await stubOf(() => (behaviour === 'hang' ? hang() : behaviour));
    const limits = { deadline, answerBytesMax: 4_000 };
    const answer = await ask([stub.url], call('getBlockHeight'), limits);
    expect(answer.status).toBe(status);
    expect(answer.json).toMatchObject({ id: 'a', error: { code: -32000 } });
  });

  test('unreachable: returns an error of our own', async () => {
    const answer = await ask([await deadUrl()], call('getBlockHeight'));
    expect(answer.status).toBe(502);
  });

  test.each<[string, Behaviour]>([
    ['slow', 'hang'],
    ['broken', { status: 500, body: '' }],
    ['locked', { status: 403, body: 'your key is wrong' }],
    ['lying', { raw: '{"id":99,"result":1}' }],
  ])('%s: uses the fallback', async (_name, behaviour) => {
    const { deadline, hang } = impatience();
    const stub = await stubOf(() => (behaviour === 'hang' ? hang() : behaviour));
    const fallback = await stubOf({ result: 'here' });
    const answer = await ask([stub.url, fallback.url], call('getBlockHeight'), { deadline });
    expect(answer.json.result).toBe('here');
  });
});

test('a provider’s 429 is passed on with its Retry-After', async () => {
  const stub = await stubOf({ status: 429, body: '', headers: { 'retry-after': '7' } });
  const answer = await ask([stub.url], call('getBalance'));
  expect([answer.status, answer.headers['retry-after']]).toEqual([429, '7']);
});

test('a provider of another cluster gets only genesis queries', async () => {
  const stub = await stubOf({ result: 'another-genesis' });
  const answer = await ask([stub.url], call('getBalance'), {
    isOurs: async (hash) => hash === 'genesis',
  });
  expect(answer.status).toBe(502);
  expect(stub.calls.map(({ method }) => method)).toEqual(['getGenesisHash']);
});

test('a provider that failed is skipped for a while', async () => {
  let nowMs = 0;
  const stub = await stubOf({ status: 500, body: '' });
  const fallback = await stubOf({ result: 'here' });
  const urls = [stub.url, fallback.url];
  const proxy = createRpcProxy({ urls, till: TILL, monotonicMs: () => nowMs });
  const request = JSON.stringify(call('getBlockHeight'));
  await proxy.respond(request);
  await proxy.respond(request);
  expect([stub.calls.length, fallback.calls.length]).toEqual([1, 2]);
  nowMs = 30_000;
  await proxy.respond(request);
  expect([stub.calls.length, fallback.calls.length]).toEqual([2, 3]);
});

describe('provider’s address stays secret', () => {
  const KEY = 'c0ffee11-5ec2e7';
  const patience = impatience();
  const address = (stub: StubProvider): string => `${stub.url}/v2/${KEY}?api-key=q-${KEY}`;

  test.each<[string, (stub: StubProvider) => Behaviour]>([
    [
      'an error text',
      (stub) => ({ error: { code: -32000, message: `POST ${address(stub)} failed for ${KEY}` } }),
    ],
    [
      'the data of an error',
      (stub) => ({
        error: { code: -32002, message: 'x', data: { logs: [`at ${stub.url}`, { key: KEY }] } },
      }),
    ],
    ['a result', (stub) => ({ result: { 'solana-core': '3.0.0', node: `${stub.url}/v2/${KEY}` } })],
    ['an HTML page', (stub) => ({ status: 500, body: `<a href="${address(stub)}">` })],
    ['a header', (stub) => ({ status: 403, body: KEY, headers: { 'x-upstream': address(stub) } })],
    ['a hanging connection', () => patience.hang()],
  ])('in %s', async (_name, behave) => {
    const stub = await stubOf(() => behave(stub));
    const { deadline } = patience;
    const answer = await ask([address(stub)], call('getBalance'), { deadline });
    const everything = JSON.stringify(answer);
    expect(stub.calls).toHaveLength(1);
    expect(everything).not.toContain(KEY);
    expect(everything).not.toContain('127.0.0.1');
    expect(everything).not.toContain(new URL(stub.url).port);
    expect(Object.keys(answer.headers).sort()).toEqual(['cache-control', 'content-type']);
  });

  test('if it is unreachable', async () => {
    const url = await deadUrl();
    const answer = await ask([`${url}/${KEY}`], call('getBalance'));
    expect(JSON.stringify(answer)).not.toMatch(/127\.0\.0\.1|c0ffee/);
  });

  test('without changing other results', async () => {
    const result = { 'solana-core': '3.0.0', name: 'solana mainnet' };
    const stub = await stubOf({ result });
    const answer = await ask([`${stub.url}/solana/mainnet/${KEY}`], call('getBalance'));
    expect(answer.json.result).toEqual(result);
  });
});
