import { z } from 'zod';
import { type PriceSource, reportOfBook, reportsOf } from './source.ts';

/** Bitfinex calls USDC "UDC". */
const PAIRS = {
  SOL: 'tSOLUSD',
  USDC: 'tUDCUSD',
  BTC: 'tBTCUSD',
  ETH: 'tETHUSD',
  XRP: 'tXRPUSD',
  AVAX: 'tAVAX:USD',
  XLM: 'tXLMUSD',
} as const;

/** Response. Unknown pairs are missing. */
const answered = z.array(z.tuple([z.string()]).rest(z.unknown()));
/** Pair, bid, bid size, ask, ask size, and daily figures. */
const ticker = z.tuple([z.string(), z.string(), z.unknown(), z.string()]).rest(z.unknown());

/** Bitfinex's public tickers: order books in USD, without a timestamp. */
export const BITFINEX: PriceSource = {
  name: 'bitfinex',
  url: 'https://api-pub.bitfinex.com',
  path: `/v2/tickers?symbols=${Object.values(PAIRS).join(',')}`,
  read(answer, { unchangedMs }) {
    const tickers = new Map(answered.parse(answer).map((entry) => [entry[0], entry]));
    return reportsOf(PAIRS, (pair, symbol) => {
      const { data } = ticker.safeParse(tickers.get(pair));
      if (!data) return null;
      return reportOfBook('bitfinex', { bid: data[1], ask: data[3] }, unchangedMs(symbol, data));
    });
  },
};
