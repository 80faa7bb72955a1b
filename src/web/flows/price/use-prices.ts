import { useQuery } from '@tanstack/react-query';

import type { Prices } from '#domain/terms/price';

import { protocolSettingsQuery } from '../../api/queries.ts';
import { solPriceQuery } from '../../api/sells.ts';
import { pricesNow } from './prices-now.ts';

/** The prices of now; null while one of them is not known. */
export function usePrices(): Prices | null {
  const { data: settings } = useQuery(protocolSettingsQuery());
  const { data: sol } = useQuery(solPriceQuery());
  return settings && sol ? pricesNow(settings, sol) : null;
}
