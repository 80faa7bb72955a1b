import type { MarketPrice } from '#domain/terms/price';
import type { Facts, Standing } from '../write/facts.ts';
import { readHead } from './head.ts';

/** What a decision about settings, prices and pauses needs beside the terms themselves. */
export interface TermsFacts extends Standing {
  readonly sol: MarketPrice;
}

export const termsFacts: Facts<null, TermsFacts> = {
  name: 'terms',
  async read(session, keys) {
    const head = await readHead(session);
    return keys.map(() => ({ ...head, userId: null, version: 0n }));
  },
};
