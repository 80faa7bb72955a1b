import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type PriceReport, parseUsdPrice } from '#domain/terms/market';
import { MINUTE_MS, SECOND_MS } from '#domain/base/time';
import {
  type Behaviour,
  type ProviderName,
  type StubFeeds,
  krakenTicker,
  startFeeds,
} from '#test/prices/stub-feeds';
import { type PriceProvider, type ProviderOptions, createPriceProviders } from './provider.ts';

const EACH: readonly ProviderName[] = ['kraken', 'coingecko'];
const KNOWN = ['SOL', 'USDC', 'BTC', 'ETH', 'XRP', 'AVAX', 'XLM', 'HBAR'];

let feeds: StubFeeds;
let notes: string[];
let monotonicMs: number;
beforeEach(async () => {
  feeds = await startFeeds();
  notes = [];
  monotonicMs = 0;
});
afterEach(() => feeds.close());

function provider(name: ProviderName, options: ProviderOptions = {}): PriceProvider {
  const providers = createPriceProviders({
    urls: feeds.urls,
    monotonicMs: () => monotonicMs,
    note: (of, reason) => notes.push(`${of}: ${reason}`),
    ...options,
  });
  return providers.find((of) => of.name === name)!;
}

async function read(name: ProviderName, behaviour: Behaviour, options?: ProviderOptions) {
  feeds.behave[name] = behaviour;
  return provider(name, options).reports();
}

const usd = (text: string) => parseUsdPrice(text);

test.each(EACH)('%s answers for every asset that it knows, in one request', async (name) => {
  const prices = Object.fromEntries(KNOWN.map((symbol, i) => [symbol, `${i + 1}.5`]));
  const reports = await read(name, { prices });
  expect([...reports.keys()]).toEqual(KNOWN);
  expect([...reports.values()].map(({ price }) => price)).toEqual(Object.values(prices).map(usd));
  expect(feeds.calls[name]).toHaveLength(1);
  expect(notes).toEqual([]);
});

test('kraken reports the middle between bid and ask, and how far it is from both', async () => {
  const raw = `{"error":[],"result":{"XXBTZUSD":${krakenTicker('30300.10000', '30299.90000')}}}`;
  const reports = await read('kraken', { raw });
  expect(feeds.calls.kraken[0]).toMatch(/^\/0\/public\/Ticker\?pair=SOLUSD,USDCUSD,XXBTZUSD,/);
  expect(reports).toEqual(
    new Map<string, PriceReport>([
      ['BTC', { provider: 'kraken', price: usd('30300')!, uncertainty: usd('0.1')!, ageMs: 0 }],
    ]),
  );
});

test('kraken answers for the pairs that it knows where it does not know one', async () => {
  const raw = `{"error":["EQuery:Unknown asset pair"],"result":{"SOLUSD":${krakenTicker('150.1')}}}`;
  expect([...(await read('kraken', { raw })).keys()]).toEqual(['SOL']);
});

test('coingecko reports how old a price is, and loses no digit of it', async () => {
  const nowMs = 1_711_356_312_000;
  const raw =
    '{"bitcoin":{"usd":67187.3358936566,"last_updated_at":1711356300},' +
    '"axelar":{"usd":1.23e-7,"last_updated_at":1711356400},' +
    '"stellar":{"usd":null,"last_updated_at":1711356300},' +
    '"ripple":{"usd":0.5},"ethereum":[]}';
  const reports = await read('coingecko', { raw }, { nowMs: () => nowMs });
  expect(feeds.calls.coingecko[0]).toBe(
    '/api/v3/simple/price?ids=solana,usd-coin,bitcoin,ethereum,ripple,avalanche-2,stellar,' +
      'hedera-hashgraph,axelar&vs_currencies=usd&include_last_updated_at=true&precision=full',
  );
  const of = { provider: 'coingecko', uncertainty: 0n };
  expect(Object.fromEntries(reports)).toEqual({
    BTC: { ...of, price: 67_187_335893656600n, ageMs: 12 * SECOND_MS },
    AXL: { ...of, price: 123_000n, ageMs: -88 * SECOND_MS },
  });
});

describe.each(EACH)('%s out of order', (name) => {
  test.each<[string, Behaviour]>([
    ['status 429', { status: 429 }],
    ['status 500', { status: 500 }],
    ['status 401', { status: 401 }],
    ['unreachable', { status: 302, headers: { location: 'http://127.0.0.1:1/' } }],
    ['unreachable', 'cut'],
    ['the answer is malformed', { raw: '{"solana":{"us' }],
    ['the answer is malformed', { raw: '<html></html>' }],
    ['the answer is malformed', { raw: '' }],
    ['the answer is malformed', { raw: '[]' }],
    ['the answer is malformed', { raw: '{}' }],
    ['the answer is malformed', { raw: '{"error":["EAPI:Rate limit exceeded"]}' }],
    ['the answer is malformed', { raw: '{"status":{"error_code":429},"result":{}}' }],
    ['the answer is too large', { raw: `"${'x'.repeat(300 * 1024)}"` }],
  ])('%s', async (reason, behaviour) => {
    expect(await read(name, behaviour)).toEqual(new Map());
    expect(notes).toEqual([`${name}: ${reason}`]);
  });

  test('hanging, it is given five seconds', async () => {
    const given: number[] = [];
    const deadline = (ms: number): AbortSignal => {
      given.push(ms);
      return AbortSignal.timeout(20);
    };
    expect(await read(name, 'hang', { deadline })).toEqual(new Map());
    expect(given).toEqual([5 * SECOND_MS]);
    expect(notes).toEqual([`${name}: time-out`]);
  });

  test('it is left alone after three failures, ever longer, and one good answer ends it', async () => {
    const one = provider(name);
    const isAskedAt = async (ms: number): Promise<boolean> => {
      const before = feeds.calls[name].length;
      monotonicMs = ms;
      await one.reports();
      return feeds.calls[name].length > before;
    };
    for (const ms of [0, 1, 2]) expect(await isAskedAt(ms)).toBe(true);
    let [at, restMs] = [2, MINUTE_MS];
    for (const minutes of [2, 4, 8, 10, 10]) {
      expect(await isAskedAt(at + restMs - 1)).toBe(false);
      expect(await isAskedAt(at + restMs)).toBe(true);
      at += restMs;
      restMs = minutes * MINUTE_MS;
    }
    feeds.behave[name] = { prices: { SOL: '150' } };
    expect(await isAskedAt(at + restMs)).toBe(true);
    feeds.behave[name] = { status: 500 };
    for (const ms of [1, 2, 3]) expect(await isAskedAt(at + restMs + ms)).toBe(true);
    expect(await isAskedAt(at + restMs + 4)).toBe(false);
  });

  test('it is left alone for as long as it asks, up to ten minutes', async () => {
    feeds.behave[name] = { status: 429, headers: { 'retry-after': '90' } };
    const one = provider(name);
    await one.reports();
    monotonicMs = 90 * SECOND_MS - 1;
    await one.reports();
    expect(feeds.calls[name]).toHaveLength(1);
    feeds.behave[name] = { status: 429, headers: { 'retry-after': '86400' } };
    monotonicMs += 1;
    await one.reports();
    monotonicMs += 10 * MINUTE_MS;
    await one.reports();
    expect(feeds.calls[name]).toHaveLength(3);
  });

  test('a server that shuts down waits for nothing and blames nobody', async () => {
    const closing = new AbortController();
    const reading = read(name, 'hang', { signal: closing.signal });
    closing.abort();
    expect(await reading).toEqual(new Map());
    expect(notes).toEqual([]);
  });
});
