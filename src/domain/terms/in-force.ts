import type { History } from '../base/history.ts';
import type { LmtPrice } from '../base/money.ts';
import type { Terms } from './terms.ts';

/** Everything that is and was in force: what the owner set, and every LMT price. */
export interface InForce {
  readonly terms: Terms;
  readonly lmtPrices: History<LmtPrice>;
}
