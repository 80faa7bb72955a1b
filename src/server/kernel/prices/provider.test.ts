import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type PriceReport, parseUsdPrice } from '#domain/terms/price-reports';
import { MINUTE_MS, SECOND_MS } from '#domain/base/time';
import {
  type Behaviour,
  PROVIDERS,
  type ProviderName,
  type StubFeeds,
  krakenTicker,
  startFeeds,
} from '#test/prices/stub-feeds';
import { type PriceProvider, type ProviderOptions, createPriceProviders } from './provider.ts';

const EACH = PROVIDERS;
const KNOWN = {
  kraken: ['SOL', 'USDC'],
  'kraken, displayed': ['BTC', 'ETH', 'XRP', 'AVAX', 'XLM', 'HBAR'],
  bitfinex: ['SOL', 'USDC', 'BTC', 'ETH', 'XRP', 'AVAX', 'XLM'],
  coingecko: ['SOL', 'USDC', 'BTC', 'ETH', 'XRP', 'AVAX', 'XLM', 'HBAR'],
};
type Name = keyof typeof KNOWN;
const stubOf = (name: Name): ProviderName => (name === 'kraken, displayed' ? 'kraken' : name);

let feeds: StubFeeds;
let notes: string[];
let monotonicMs: number;
beforeEach(async () => {
  feeds = await startFeeds();
  notes = [];
  monotonicMs = 0;
});
afterEach(() => feeds.close());

function provider(name: Name, options: ProviderOptions = {}): PriceProvider {
  const providers = createPriceProviders({
    urls: feeds.urls,
    monotonicMs: () => monotonicMs,
    note: (of, reason) => notes.push(`${of}: ${reason}`),
    ...options,
  });
  return providers.find((of) => of.name === name)!;
}

async function read(name: Name, behaviour: Behaviour, options?: ProviderOptions) {
  feeds.behave[stubOf(name)] = behaviour;
  return provider(name, options).reports();
}

const usd = (text: string) => parseUsdPrice(text);

test.each(Object.entries(KNOWN))(
  '%s reports every requested asset in one request',
  async (text, known) => {
    const name = text as Name;
    const all = KNOWN.coingecko.map((symbol, i) => [symbol, `${i + 1}.5`] as const);
    const reports = await read(name, { prices: Object.fromEntries(all) });
    expect(Object.fromEntries([...reports].map(([symbol, { price }]) => [symbol, price]))).toEqual(
      Object.fromEntries(
        all
          .filter(([symbol]) => known.includes(symbol))
          .map(([symbol, price]) => [symbol, usd(price)]),
      ),
    );
    expect(feeds.calls[stubOf(name)]).toHaveLength(1);
    expect(notes).toEqual([]);
  },
);

test('kraken reports the mid price, with half the spread as uncertainty', async () => {
  const raw = `{"error":[],"result":{"XXBTZUSD":${krakenTicker('30300.10000', '30299.90000')}}}`;
  const reports = await read('kraken, displayed', { raw });
  expect(feeds.calls.kraken[0]).toMatch(/^\/0\/public\/Ticker\?pair=XXBTZUSD,/);
  expect(reports).toEqual(
    new Map<string, PriceReport>([
      ['BTC', { provider: 'kraken', price: usd('30300')!, uncertainty: usd('0.1')!, ageMs: 0 }],
    ]),
  );
});

test('kraken reports known pairs if another pair is unknown', async () => {
  const raw = `{"error":["EQuery:Unknown asset pair"],"result":{"SOLUSD":${krakenTicker('150.1')}}}`;
  expect([...(await read('kraken', { raw })).keys()]).toEqual(['SOL']);
});

test('kraken is asked for SOL and USDC in a separate request', async () => {
  await read('kraken', { prices: { SOL: '150' } });
  expect(feeds.calls.kraken).toEqual(['/0/public/Ticker?pair=SOLUSD,USDCUSD']);
});

test('bitfinex reports the mid price, and omits pairs without one', async () => {
  const raw =
    '[["tSOLUSD",150.1,31.2,150.3,27.5,-1.1,-0.007,150.2,9,151,149],["tUDCUSD",null,0,1,2]]';
  const reports = await read('bitfinex', { raw });
  expect(feeds.calls.bitfinex).toEqual([
    '/v2/tickers?symbols=tSOLUSD,tUDCUSD,tBTCUSD,tETHUSD,tXRPUSD,tAVAX:USD,tXLMUSD',
  ]);
  expect(Object.fromEntries(reports)).toEqual({
    SOL: { provider: 'bitfinex', price: usd('150.2'), uncertainty: usd('0.1'), ageMs: 0 },
  });
});

test.each(['kraken', 'bitfinex'] as const)(
  '%s has no timestamps, so that a price is as old as its order book is unchanged',
  async (name) => {
    feeds.behave[name] = { prices: { SOL: '150' }, isFrozen: true };
    const one = provider(name);
    const ageAt = async (ms: number): Promise<number | undefined> => {
      monotonicMs = ms;
      return (await one.reports()).get('SOL')?.ageMs;
    };
    expect([await ageAt(0), await ageAt(2 * MINUTE_MS), await ageAt(4 * MINUTE_MS)]).toEqual([
      0,
      2 * MINUTE_MS,
      4 * MINUTE_MS,
    ]);
    // Same price, with a new trade.
    feeds.behave[name] = { prices: { SOL: '150' } };
    expect(await ageAt(5 * MINUTE_MS)).toBe(0);
  },
);

test('an API key is sent only to its provider', async () => {
  const keys = { coingecko: 'CG-demo', kraken: 'none of its business' };
  await read('kraken', { prices: { SOL: '150' } }, { keys });
  expect(feeds.keys).toEqual([]);
  await read('coingecko', { prices: { SOL: '150' } }, { keys });
  expect(feeds.keys).toEqual(['CG-demo']);
});

test('coingecko reports exact prices with their age', async () => {
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

describe.each(EACH)('a failure of %s', (name) => {
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
  ])('is reported as "%s"', async (reason, behaviour) => {
    expect(await read(name, behaviour)).toEqual(new Map());
    expect(notes).toEqual([`${name}: ${reason}`]);
  });

  test('is a timeout after five seconds', async () => {
    const given: number[] = [];
    const deadline = (ms: number): AbortSignal => {
      given.push(ms);
      return AbortSignal.timeout(20);
    };
    expect(await read(name, 'hang', { deadline })).toEqual(new Map());
    expect(given).toEqual([5 * SECOND_MS]);
    expect(notes).toEqual([`${name}: time-out`]);
  });

  test('opens the circuit breaker after three in a row, with backoff, until a success', async () => {
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

  test('respects Retry-After up to ten minutes', async () => {
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

  test('caused by shutdown is immediate and not reported', async () => {
    const closing = new AbortController();
    const reading = read(name, 'hang', { signal: closing.signal });
    closing.abort();
    expect(await reading).toEqual(new Map());
    expect(notes).toEqual([]);
  });
});
