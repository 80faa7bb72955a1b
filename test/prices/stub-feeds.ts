import { type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export const PROVIDERS = ['kraken', 'bitfinex', 'coingecko'] as const;
export type ProviderName = (typeof PROVIDERS)[number];
const each = <T>(of: () => T): Record<ProviderName, T> => ({
  kraken: of(),
  bitfinex: of(),
  coingecko: of(),
});

/** What a stubbed provider does when it is asked. */
export type Behaviour =
  /** Answers in its documented shape, with these prices in USD by symbol. */
  | {
      readonly prices: Readonly<Record<string, string>>;
      /** Whether its order books stand still. */
      readonly isFrozen?: true;
    }
  | { readonly status: number; readonly headers?: Record<string, string> }
  /** Sent as it is. */
  | { readonly raw: string }
  /** Half an answer, then the connection is cut. */
  | 'cut'
  /** No answer until the client gives up. */
  | 'hang';

export interface StubFeeds {
  /** By the names of the providers. */
  readonly urls: Readonly<Record<string, string>>;
  /** The addresses that each was asked at. */
  readonly calls: Readonly<Record<ProviderName, string[]>>;
  /** API keys that came along. */
  readonly keys: readonly string[];
  /** What each does from now on. */
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

/** As Kraken's documentation shows it; bid and ask are the same. `trades` grows from day to day. */
export const krakenTicker = (ask: string, bid = ask, trades = 0): string =>
  `{"a":["${ask}","1","1.000"],"b":["${bid}","1","1.000"],"c":["${ask}","0.00067643"],` +
  `"v":["4083.67001100","4412.73601799"],"p":["30706.77771","30689.13205"],"t":[${trades},38907],` +
  `"l":["29868.30000","29868.30000"],"h":["31631.00000","31631.00000"],"o":"30502.80000"}`;

type Answer = (prices: Readonly<Record<string, string>>, trades: number) => string;

/** Of the pairs that it was asked for. */
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

/** As Bitfinex's documentation shows it: pair, bid, its size, ask, its size, and what happened in a day. */
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

/** As CoinGecko's documentation shows it, with prices of this second. */
const coingeckoAnswer: Answer = (prices) => {
  const second = Math.floor(Date.now() / 1000);
  const coins = Object.entries(prices).map(
    ([symbol, price]) => `"${IDS[symbol] ?? symbol}":{"usd":${price},"last_updated_at":${second}}`,
  );
  return `{${coins.join(',')}}`;
};

interface Asked {
  readonly name: ProviderName;
  readonly url: string;
  /** How many requests came before. */
  readonly trades: number;
}

function act({ name, url, trades }: Asked, behaviour: Behaviour, response: ServerResponse): void {
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

/** Every provider on one loopback address, doing what it is told; at first all are out of order. */
export async function startFeeds(): Promise<StubFeeds> {
  const calls = each<string[]>(() => []);
  const behave = each<Behaviour>(() => ({ status: 503 }));
  const keys: string[] = [];
  let trades = 0;
  const server = createServer(({ url = '', headers }, response) => {
    // Kept open, a connection could be closed for idleness just when it is used again.
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
