import type { History } from '../base/history.ts';
import type { LmtPrice } from '../base/money.ts';
import type { Terms } from './terms.ts';

/** Histories of the owner's settings, of pauses and of the LMT price. */
export interface InForce {
  readonly terms: Terms;
  readonly lmtPrices: History<LmtPrice>;
}
