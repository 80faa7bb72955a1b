import { z } from 'zod';
import { type PriceSource, reportOfBook, reportsOf } from './source.ts';

/** Response. An unknown pair adds an entry to `error`, with or without results of the others. */
const answered = z.object({ result: z.record(z.string(), z.unknown()) });
const best = z.tuple([z.string()]).rest(z.unknown());
/** Best ask and best bid: price, whole lot volume, lot volume. */
const ticker = z.object({ a: best, b: best });

/**
 * Builds a source of Kraken's public ticker: order books in USD, without a timestamp. `pairs` are the names that
 * responses use, whichever alias was requested.
 */
const kraken = (name: string, pairs: { readonly [symbol: string]: string }): PriceSource => ({
  name,
  url: 'https://api.kraken.com',
  path: `/0/public/Ticker?pair=${Object.values(pairs).join(',')}`,
  read(answer, { unchangedMs }) {
    const { result } = answered.parse(answer);
    return reportsOf(pairs, (pair, symbol) => {
      const { data } = ticker.safeParse(result[pair]);
      if (!data) return null;
      const book = { bid: data.b[0], ask: data.a[0] };
      return reportOfBook('kraken', book, unchangedMs(symbol, result[pair]));
    });
  },
});

/** Prices that payments depend on, requested separately, because an unknown pair may fail the whole request. */
export const KRAKEN = kraken('kraken', { SOL: 'SOLUSD', USDC: 'USDCUSD' });
export const KRAKEN_DISPLAYED = kraken('kraken, displayed', {
  BTC: 'XXBTZUSD',
  ETH: 'XETHZUSD',
  XRP: 'XXRPZUSD',
  AVAX: 'AVAXUSD',
  XLM: 'XXLMZUSD',
  HBAR: 'HBARUSD',
});
