import type { Dated, History } from '../base/history.ts';
import type { LmtPrice } from '../base/money.ts';
import { type Result, ok } from '../base/result.ts';
import { type Instant, laterOf } from '../base/time.ts';
import { enterPrices } from './entered-prices.ts';
import type { InForce } from './terms-in-force.ts';
import {
  type LmtPriceEntry,
  type MarketPrice,
  type Prices,
  type StoredMarketPrice,
  stepsDue,
} from './price.ts';
import {
  type ChangeStamp,
  type SettingChange,
  checkHistory,
  settingChanges,
  settingsHistory,
} from './setting-changes.ts';
import type { SettingsEntry } from './settings-input.ts';
import { checkRanges } from './setting-checks.ts';
import type { Settings } from './settings.ts';
import { type Terms, settingsAt } from './terms.ts';

/** Settings and prices at one instant. */
interface TermsAt {
  readonly settings: Settings;
  readonly prices: Prices;
}

/** Rows to write for a change of settings and prices, and the terms without and with it. */
export interface ChangedTerms {
  readonly at: Instant;
  /** Instant from which the change is in force; later than `at` if it is planned. */
  readonly effectiveAt: Instant;
  /** In force at `effectiveAt` without the change, and with it. */
  readonly before: TermsAt;
  readonly after: TermsAt;
  /** In force at `at` with the change. */
  readonly current: TermsAt;
  /** All settings with the change. */
  readonly history: History<Settings>;
  readonly settings: readonly SettingChange[];
  readonly lmtPrices: readonly LmtPriceEntry[];
  readonly marketPrices: readonly StoredMarketPrice[];
}

/** Input of a change: the current histories, and the owner's entry. */
interface Entering {
  readonly inForce: InForce;
  /** All changes of settings, in the order in which they were made. */
  readonly changes: readonly SettingChange[];
  readonly sol: MarketPrice;
  readonly entry: SettingsEntry;
  readonly by: Pick<ChangeStamp, 'owner' | 'reason'>;
}

/**
 * Changes settings and prices from now on, or settings from a later instant on. No entry is dated before an
 * existing one, even if the clock went back. Setting an LMT price also records the price steps before it.
 */
export function changeTerms(
  { inForce: { terms, lmtPrices }, changes, sol, entry, by }: Entering,
  now: Instant,
): Result<ChangedTerms> {
  const [lastChange, lastPrice] = [changes.at(-1), lmtPrices.at(-1)];
  if (!lastChange || !lastPrice) throw new Error('no settings or price were ever stored');
  const at = [lastChange.madeAt, lastPrice.from, sol.at].reduce(laterOf, now);
  const effectiveAt = laterOf(at, entry.effectiveAt ?? at);
  const before = settingsAt(terms, effectiveAt);
  const inRange = checkRanges(entry.change);
  if (!inRange.ok) return inRange;
  const settings = settingChanges(entry.change, { effectiveAt, madeAt: at, ...by });
  const history = settingsHistory([...changes, ...settings]);
  const consistent = checkHistory(history, at);
  if (!consistent.ok) return consistent;
  const changed: Terms = { ...terms, settings: history };
  const due = stepsDue(lastPrice, changed, at);
  const prices: Prices = { lmt: due.at(-1)?.value ?? lastPrice.value, sol: sol.price };
  const entered = enterPrices(prices.lmt, entry.prices);
  if (!entered.ok) return entered;
  const { lmt, sol: fallback } = entered.value;
  const newPrices = { lmt: lmt ?? prices.lmt, sol: fallback ?? prices.sol };
  return ok({
    at,
    effectiveAt,
    before: { settings: before, prices },
    after: { settings: settingsAt(changed, effectiveAt), prices: newPrices },
    current: { settings: settingsAt(changed, at), prices: newPrices },
    history,
    settings,
    lmtPrices: lmt === null ? [] : setPrice(due, { from: at, value: lmt }),
    marketPrices:
      fallback === null
        ? []
        : [{ symbol: 'SOL', at, price: fallback, source: 'fallback', isAgreed: false }],
  });
}

/**
 * Combines due steps with a price that is set. A step at the same instant is dropped, because the set price
 * replaces it.
 */
const setPrice = (due: History<LmtPrice>, set: Dated<LmtPrice>): LmtPriceEntry[] => [
  ...due.filter(({ from }) => from < set.from).map(asStep),
  { ...set, origin: 'set' },
];

/** Returns the due steps of the LMT price that are not recorded yet. */
export function missingSteps({ terms, lmtPrices }: InForce, now: Instant): LmtPriceEntry[] {
  const last = lmtPrices.at(-1);
  return last ? stepsDue(last, terms, now).map(asStep) : [];
}

const asStep = (step: Dated<LmtPrice>): LmtPriceEntry => ({ ...step, origin: 'step' });
