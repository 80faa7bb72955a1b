import { z } from 'zod';
import { type PriceSource, reportOfBook, reportsOf } from './source.ts';

/** A pair that it no longer knows is an entry of `error`, beside the others' results or instead of them. */
const answered = z.object({ result: z.record(z.string(), z.unknown()) });
const best = z.tuple([z.string()]).rest(z.unknown());
/** Best ask and best bid: price, whole lot volume, lot volume. */
const ticker = z.object({ a: best, b: best });

/**
 * Kraken's public ticker: an exchange's own order books, in USD, without a date. `pairs` are the names
 * under which it answers, whatever it was asked by.
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

/** What money hangs on is asked for by itself: no other pair that it drops can take these along. */
export const KRAKEN = kraken('kraken', { SOL: 'SOLUSD', USDC: 'USDCUSD' });
export const KRAKEN_DISPLAYED = kraken('kraken, displayed', {
  BTC: 'XXBTZUSD',
  ETH: 'XETHZUSD',
  XRP: 'XXRPZUSD',
  AVAX: 'AVAXUSD',
  XLM: 'XXLMZUSD',
  HBAR: 'HBARUSD',
});
