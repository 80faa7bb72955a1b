import { type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type ProviderName = 'kraken' | 'coingecko';

/** What a stubbed provider does when it is asked. */
export type Behaviour =
  /** Answers in its documented shape, with these prices in USD by symbol. */
  | { readonly prices: Readonly<Record<string, string>> }
  | { readonly status: number; readonly headers?: Record<string, string> }
  /** Sent as it is. */
  | { readonly raw: string }
  /** Half an answer, then the connection is cut. */
  | 'cut'
  /** No answer until the client gives up. */
  | 'hang';

export interface StubFeeds {
  readonly urls: Readonly<Record<ProviderName, string>>;
  /** The addresses that each was asked at. */
  readonly calls: Readonly<Record<ProviderName, string[]>>;
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

/** As Kraken's documentation shows it; nobody bids other than they ask. */
export const krakenTicker = (ask: string, bid = ask): string =>
  `{"a":["${ask}","1","1.000"],"b":["${bid}","1","1.000"],"c":["${ask}","0.00067643"],` +
  `"v":["4083.67001100","4412.73601799"],"p":["30706.77771","30689.13205"],"t":[34619,38907],` +
  `"l":["29868.30000","29868.30000"],"h":["31631.00000","31631.00000"],"o":"30502.80000"}`;

function krakenAnswer(prices: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(prices).map(
    ([symbol, price]) => `"${PAIRS[symbol] ?? `${symbol}USD`}":${krakenTicker(price)}`,
  );
  return `{"error":[],"result":{${pairs.join(',')}}}`;
}

/** As CoinGecko's documentation shows it, with prices of this second. */
function coingeckoAnswer(prices: Readonly<Record<string, string>>): string {
  const second = Math.floor(Date.now() / 1000);
  const coins = Object.entries(prices).map(
    ([symbol, price]) => `"${IDS[symbol] ?? symbol}":{"usd":${price},"last_updated_at":${second}}`,
  );
  return `{${coins.join(',')}}`;
}

function act(name: ProviderName, behaviour: Behaviour, response: ServerResponse): void {
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
  const answer = name === 'kraken' ? krakenAnswer : coingeckoAnswer;
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end('raw' in behaviour ? behaviour.raw : answer(behaviour.prices));
}

/** Both providers on one loopback address, doing what they are told; at first both are out of order. */
export async function startFeeds(): Promise<StubFeeds> {
  const calls: Record<ProviderName, string[]> = { kraken: [], coingecko: [] };
  const behave: Record<ProviderName, Behaviour> = {
    kraken: { status: 503 },
    coingecko: { status: 503 },
  };
  const server = createServer(({ url = '' }, response) => {
    // Kept open, a connection could be closed for idleness just when it is used again.
    response.shouldKeepAlive = false;
    const name = url.startsWith('/0/') ? 'kraken' : 'coingecko';
    calls[name].push(url);
    act(name, behave[name], response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  return {
    urls: { kraken: url, coingecko: url },
    calls,
    behave,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
