import type { Dated, History } from '../base/history.ts';
import type { LmtPrice } from '../base/money.ts';
import { type Result, ok } from '../base/result.ts';
import { type Instant, later } from '../base/time.ts';
import type { InForce } from './in-force.ts';
import {
  type LmtPriceEntry,
  type MarketPrice,
  type Prices,
  type StoredMarketPrice,
  stepsDue,
} from './price.ts';
import { changeSettings, enterPrices } from './settings.ts';
import type { SettingsEntry } from './settings-input.ts';
import type { Settings, Terms } from './terms.ts';

/** What the owner sets, as it is in force at one instant. */
interface Standing {
  readonly settings: Settings;
  readonly prices: Prices;
}

/** What a change of settings and prices writes, with what was in force before and what is after. */
export interface ChangedTerms {
  readonly at: Instant;
  readonly before: Standing;
  readonly after: Standing;
  readonly settings: History<Settings>;
  readonly lmtPrices: readonly LmtPriceEntry[];
  readonly marketPrices: readonly StoredMarketPrice[];
}

/**
 * Puts settings and prices in force from now on. An entry never goes behind one that is there, even if
 * the clock did. Where an LMT price is set, the steps before it are written down with it.
 */
export function putInForce(
  {
    inForce,
    sol,
    entry: { change, prices },
  }: { readonly inForce: InForce; readonly sol: MarketPrice; readonly entry: SettingsEntry },
  now: Instant,
): Result<ChangedTerms> {
  const { terms, lmtPrices } = inForce;
  const [last, lastPrice] = [terms.settings.at(-1), lmtPrices.at(-1)];
  if (!last || !lastPrice) throw new Error('no settings or price were ever stored');
  const at = [last.from, lastPrice.from, sol.at].reduce(later, now);
  const changed = changeSettings(last.value, change);
  if (!changed.ok) return changed;
  const settings = { from: at, value: changed.value };
  const due = stepsDue(lastPrice, withSettings(terms, settings), at);
  const before: Prices = { lmt: due.at(-1)?.value ?? lastPrice.value, sol: sol.price };
  const entered = enterPrices(before.lmt, prices);
  if (!entered.ok) return entered;
  const { lmt, sol: fallback } = entered.value;
  return ok({
    at,
    before: { settings: last.value, prices: before },
    after: {
      settings: changed.value,
      prices: { lmt: lmt ?? before.lmt, sol: fallback ?? before.sol },
    },
    settings: Object.keys(change).length > 0 ? [settings] : [],
    lmtPrices: lmt === null ? [] : setPrice(due, { from: at, value: lmt }),
    marketPrices:
      fallback === null
        ? []
        : [{ symbol: 'SOL', at, price: fallback, source: 'fallback', isAgreed: false }],
  });
}

const withSettings = (terms: Terms, next: Dated<Settings>): Terms => ({
  ...terms,
  settings: [...terms.settings, next],
});

/** A step at the instant of a price that is set is not taken: the price that is set counts. */
const setPrice = (due: History<LmtPrice>, set: Dated<LmtPrice>): LmtPriceEntry[] => [
  ...due.filter(({ from }) => from < set.from).map(asStep),
  { ...set, origin: 'set' },
];

/** The steps of the LMT price that have come due and are not written down yet. */
export function missingSteps({ terms, lmtPrices }: InForce, now: Instant): LmtPriceEntry[] {
  const last = lmtPrices.at(-1);
  return last ? stepsDue(last, terms, now).map(asStep) : [];
}

const asStep = (step: Dated<LmtPrice>): LmtPriceEntry => ({ ...step, origin: 'step' });
