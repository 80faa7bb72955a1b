import { type PriceReport, parseUsdPrice } from '#domain/terms/price-reports';
import { SECOND_MS } from '#domain/base/time';
import { z } from 'zod';
import { type PriceSource, reportsOf } from './source.ts';

const IDS = {
  SOL: 'solana',
  USDC: 'usd-coin',
  BTC: 'bitcoin',
  ETH: 'ethereum',
  XRP: 'ripple',
  AVAX: 'avalanche-2',
  XLM: 'stellar',
  HBAR: 'hedera-hashgraph',
  AXL: 'axelar',
} as const;

const answered = z.record(z.string(), z.unknown());
/** `usd` is null if there is no price; `last_updated_at` is in seconds. */
const coin = z.object({ usd: z.string(), last_updated_at: z.string().regex(/^\d{1,12}$/) });

function reportOf(value: unknown, nowMs: number): PriceReport | null {
  const { data } = coin.safeParse(value);
  const price = data && parseUsdPrice(data.usd);
  if (!data || typeof price !== 'bigint') return null;
  const ageMs = nowMs - Number(data.last_updated_at) * SECOND_MS;
  return { provider: 'coingecko', price, uncertainty: 0n, ageMs };
}

/** CoinGecko's simple price: average over many exchanges, at most a minute old. */
export const COINGECKO: PriceSource = {
  name: 'coingecko',
  url: 'https://api.coingecko.com',
  path: `/api/v3/simple/price?ids=${Object.values(IDS).join(',')}&vs_currencies=usd&include_last_updated_at=true&precision=full`,
  keyHeader: 'x-cg-demo-api-key',
  read(answer, { nowMs }) {
    const coins = answered.parse(answer);
    return reportsOf(IDS, (id) => reportOf(coins[id], nowMs));
  },
};
