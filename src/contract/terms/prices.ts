import { z } from 'zod';
import type { Endpoint } from '../base/endpoint.ts';
import { PATHS } from '../base/paths.ts';

const SYMBOLS_MAX = 50;
const SYMBOLS_CHARS_MAX = 1_000;

/** USD prices by symbol; numbers, because they are only displayed. */
const priceMap = z.record(z.string(), z.number()).meta({ id: 'Prices' });
const priceDetail = z.object({
  price: z.number(),
  /** `feed`: fresh; `last-known`: last price of the feed; `fallback`: stand-in; `static`: no feed; `protocol`: LMT. */
  source: z.enum(['feed', 'last-known', 'fallback', 'static', 'protocol']),
  ageMs: z.int(),
});
export type PriceDetail = z.infer<typeof priceDetail>;
const priceDetails = z.record(z.string(), priceDetail).meta({ id: 'PriceDetails' });
export type PricesJson = z.infer<typeof priceMap> | z.infer<typeof priceDetails>;

export const getPrices = {
  method: 'GET',
  path: PATHS.prices,
  summary: 'USD prices of assets, by symbol; those without a price are left out',
  access: 'anyone',
  params: z.object({
    symbols: z
      .string()
      .max(SYMBOLS_CHARS_MAX)
      .refine((text) => text.split(',').length <= SYMBOLS_MAX, `at most ${SYMBOLS_MAX} symbols`)
      .meta({
        examples: ['SOL,USDC'],
        description: 'Symbols separated by commas, in any letter case',
      }),
  }),
  query: z.object({ detail: z.enum(['true', 'false']).optional() }),
  answers: { 200: z.union([priceMap, priceDetails]) },
} as const satisfies Endpoint;
