import { type PriceReport, parseUsdPrice } from '#domain/terms/market';
import { usdPrice } from '#domain/base/money';
import { z } from 'zod';
import { type PriceSource, reportsOf } from './source.ts';

/** The names under which it answers, whatever it was asked by. */
const PAIRS = {
  SOL: 'SOLUSD',
  USDC: 'USDCUSD',
  BTC: 'XXBTZUSD',
  ETH: 'XETHZUSD',
  XRP: 'XXRPZUSD',
  AVAX: 'AVAXUSD',
  XLM: 'XXLMZUSD',
  HBAR: 'HBARUSD',
} as const;

/** A pair that it no longer knows is an entry of `error`, beside the others' results. */
const answered = z.object({ result: z.record(z.string(), z.unknown()) });
const best = z.tuple([z.string()]).rest(z.unknown());
/** Best ask and best bid: price, whole lot volume, lot volume. */
const ticker = z.object({ a: best, b: best });

/** The middle between bid and ask: it moves without a trade, and one odd trade does not move it. */
function reportOf(value: unknown): PriceReport | null {
  const { data } = ticker.safeParse(value);
  const ask = data && parseUsdPrice(data.a[0]);
  const bid = data && parseUsdPrice(data.b[0]);
  if (typeof ask !== 'bigint' || typeof bid !== 'bigint') return null;
  const price = usdPrice((ask + bid) / 2n);
  return { provider: 'kraken', price, uncertainty: ask - price, ageMs: 0 };
}

/** Kraken's public ticker: an exchange's own order books, in USD, as of now. */
export const KRAKEN: PriceSource = {
  name: 'kraken',
  url: 'https://api.kraken.com',
  path: `/0/public/Ticker?pair=${Object.values(PAIRS).join(',')}`,
  read(answer) {
    const { result } = answered.parse(answer);
    return reportsOf(PAIRS, (pair) => reportOf(result[pair]));
  },
};
