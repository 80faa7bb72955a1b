import { type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export const PROVIDERS = ['kraken', 'bitfinex', 'coingecko'] as const;
export type ProviderName = (typeof PROVIDERS)[number];
const each = <T>(of: () => T): Record<ProviderName, T> => ({
  kraken: of(),
  bitfinex: of(),
  coingecko: of(),
});

/** Behaviour of a stubbed provider. */
export type Behaviour =
  /** Returns these USD prices by symbol in the documented format. */
  | {
      readonly prices: Readonly<Record<string, string>>;
      /** True if its order books do not change. */
      readonly isFrozen?: true;
    }
  | { readonly status: number; readonly headers?: Record<string, string> }
  /** Raw response. */
  | { readonly raw: string }
  /** Half a response, then a closed connection. */
  | 'cut'
  /** No response. */
  | 'hang';

export interface StubFeeds {
  /** URLs by provider name. */
  readonly urls: Readonly<Record<string, string>>;
  /** Requested URLs. */
  readonly calls: Readonly<Record<ProviderName, string[]>>;
  /** API keys received. */
  readonly keys: readonly string[];
  /** Behaviour of each provider from now on. */
  readonly behave: Record<ProviderName, Behaviour>;
  readonly close: () => Promise<void>;
}

const PAIRS: Readonly<Record<string, string>> = {
  BTC: 'XXBTZUSD',
  ETH: 'XETHZUSD',
  XRP: 'XXRPZUSD',
  XLM: 'XXLMZUSD',
};
const IDS: Readonly<Record<string, string>> = {
  SOL: 'solana',
  USDC: 'usd-coin',
  BTC: 'bitcoin',
  ETH: 'ethereum',
  XRP: 'ripple',
  AVAX: 'avalanche-2',
  XLM: 'stellar',
  HBAR: 'hedera-hashgraph',
  AXL: 'axelar',
};

/** Kraken's documented format, with equal bid and ask. `trades` grows from day to day. */
export const krakenTicker = (ask: string, bid = ask, trades = 0): string =>
  `{"a":["${ask}","1","1.000"],"b":["${bid}","1","1.000"],"c":["${ask}","0.00067643"],` +
  `"v":["4083.67001100","4412.73601799"],"p":["30706.77771","30689.13205"],"t":[${trades},38907],` +
  `"l":["29868.30000","29868.30000"],"h":["31631.00000","31631.00000"],"o":"30502.80000"}`;

type Answer = (prices: Readonly<Record<string, string>>, trades: number) => string;

/** Returns the requested pairs. */
const krakenAnswer =
  (url: string): Answer =>
  (prices, trades) => {
    const asked = new URL(url, 'http://kraken').searchParams.get('pair')?.split(',') ?? [];
    const pairs = Object.entries(prices)
      .map(([symbol, price]) => [PAIRS[symbol] ?? `${symbol}USD`, price] as const)
      .filter(([pair]) => asked.includes(pair))
      .map(([pair, price]) => `"${pair}":${krakenTicker(price, price, trades)}`);
    return `{"error":[],"result":{${pairs.join(',')}}}`;
  };

/** Bitfinex's documented format: pair, bid, bid size, ask, ask size, daily changes. */
const bitfinexAnswer: Answer = (prices, trades) => {
  const names: Readonly<Record<string, string>> = { USDC: 'UDC', AVAX: 'AVAX:' };
  const tickers = Object.entries(prices)
    .filter(([symbol]) => symbol !== 'HBAR' && symbol !== 'AXL')
    .map(
      ([symbol, price]) =>
        `["t${names[symbol] ?? symbol}USD",${price},31.2,${price},27.5,-1.1,-0.007,${price},${trades},1,1]`,
    );
  return `[${tickers.join(',')}]`;
};

/** CoinGecko's documented format, with prices of the current second. */
const coingeckoAnswer: Answer = (prices) => {
  const second = Math.floor(Date.now() / 1000);
  const coins = Object.entries(prices).map(
    ([symbol, price]) => `"${IDS[symbol] ?? symbol}":{"usd":${price},"last_updated_at":${second}}`,
  );
  return `{${coins.join(',')}}`;
};

interface FeedRequest {
  readonly name: ProviderName;
  readonly url: string;
  /** Number of earlier requests. */
  readonly trades: number;
}

function act(
  { name, url, trades }: FeedRequest,
  behaviour: Behaviour,
  response: ServerResponse,
): void {
  if (behaviour === 'hang') return;
  if (behaviour === 'cut') {
    response.writeHead(200, { 'content-length': '1000' });
    response.write('{"solana":{"us');
    setImmediate(() => response.destroy());
    return;
  }
  if ('status' in behaviour) {
    response.writeHead(behaviour.status, behaviour.headers ?? {});
    response.end('<html></html>');
    return;
  }
  const answer = {
    kraken: krakenAnswer(url),
    bitfinex: bitfinexAnswer,
    coingecko: coingeckoAnswer,
  }[name];
  response.writeHead(200, { 'content-type': 'application/json' });
  if ('raw' in behaviour) response.end(behaviour.raw);
  else response.end(answer(behaviour.prices, behaviour.isFrozen ? 0 : trades));
}

/** Starts all providers on one loopback address; all fail at first. */
export async function startFeeds(): Promise<StubFeeds> {
  const calls = each<string[]>(() => []);
  const behave = each<Behaviour>(() => ({ status: 503 }));
  const keys: string[] = [];
  let trades = 0;
  const server = createServer(({ url = '', headers }, response) => {
    // A kept-alive connection could be closed as idle just when it is reused.
    response.shouldKeepAlive = false;
    const name = url.startsWith('/0/')
      ? 'kraken'
      : url.startsWith('/v2/')
        ? 'bitfinex'
        : 'coingecko';
    calls[name].push(url);
    const key = headers['x-cg-demo-api-key'];
    if (typeof key === 'string') keys.push(key);
    trades += 1;
    act({ name, url, trades }, behave[name], response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  return {
    urls: { kraken: url, 'kraken, displayed': url, bitfinex: url, coingecko: url },
    calls,
    keys,
    behave,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
