import { presentAdminSettings } from '#contract/present/settings';
import type { Dated } from '#domain/base/history';
import { type Prices, stepsDue } from '#domain/terms/price';
import { type Result, ok } from '#domain/base/result';
import { changeSettings, enterPrices } from '#domain/terms/settings';
import type { SettingsEntry } from '#domain/terms/settings-input';
import type { Settings, Terms } from '#domain/terms/terms';
import { later } from '#domain/base/time';
import type { Admin } from '../../guards/owner.ts';
import { appendLog } from '../../store/ledger/admin-log.ts';
import type { Json } from '../../store/ledger/canonical-json.ts';
import type { Database, Session } from '../../store/db/database.ts';
import { lockTerms, readHead } from '../../store/terms/head.ts';
import { addPriceSteps, lastPriceLocked, setPrice } from '../../store/terms/lmt-prices.ts';
import { addSettings, addSolFallback, lockSettings } from '../../store/terms/settings.ts';
import { readTerms } from '../../store/terms/terms.ts';

/** What the owner asks for: values in their units, under the names that they were sent by. */
export interface Ordered {
  readonly entry: SettingsEntry;
  readonly names: readonly string[];
  readonly reason: string | null;
}

/**
 * Writes settings and prices down, in force from now on, with their line in the owner's log. One
 * change at a time: each is made to what the one before it left.
 */
export async function putSettingsInForce(
  database: Database,
  admin: Admin,
  ordered: Ordered,
): Promise<Result<null>> {
  return database.transaction(async (session) => {
    await lockSettings(session);
    // Held for any change, so that no step is taken with a growth that has just ceased to be.
    const lastPrice = await lastPriceLocked(session);
    const terms = await readTerms(session);
    const last = terms.settings.at(-1);
    if (!lastPrice || !last) throw new Error('no settings or price were ever stored');
    const now = await lockTerms(session);
    const { sol } = await readHead(session);
    // An entry never goes behind one that is there, even if the clock did.
    const at = [last.from, lastPrice.from, sol.at].reduce(later, now);
    const changed = changeSettings(last.value, ordered.entry.change);
    if (!changed.ok) return changed;
    const next = { from: at, value: changed.value };
    const due = stepsDue(lastPrice, withSettings(terms, next), at);
    const before: Prices = { lmt: due.at(-1)?.value ?? lastPrice.value, sol: sol.price };
    const entered = enterPrices(before.lmt, ordered.entry.prices);
    if (!entered.ok) return entered;
    const after = { lmt: entered.value.lmt ?? before.lmt, sol: entered.value.sol ?? before.sol };

    if (Object.keys(ordered.entry.change).length > 0) await addSettings(session, next.value, at);
    if (entered.value.lmt !== null) {
      if (due.length > 0) await addPriceSteps(session, due);
      await setPrice(session, { from: at, value: entered.value.lmt });
    }
    if (entered.value.sol !== null) await addSolFallback(session, entered.value.sol, at);
    await log(session, admin, ordered, {
      at,
      before: [last.value, before],
      after: [next.value, after],
    });
    return ok(null);
  });
}

const withSettings = (terms: Terms, next: Dated<Settings>): Terms => ({
  ...terms,
  settings: [...terms.settings, next],
});

type InForce = readonly [Settings, Prices];

async function log(
  session: Session,
  { actor, call }: Admin,
  { names, reason }: Ordered,
  { at, before, after }: { at: Dated<Settings>['from']; before: InForce; after: InForce },
): Promise<void> {
  const named = ([settings, prices]: InForce): Json => {
    const all = presentAdminSettings(settings, prices, { changedAt: at, nextStepAt: null });
    // The APY that was entered, whether or not it is the one in force.
    const shown: { readonly [name: string]: Json } = { ...all, currentAPY: all.fixedAPY };
    return Object.fromEntries(names.map((name) => [name, shown[name] ?? null]));
  };
  await appendLog(session, { at, actor, call, reason, before: named(before), after: named(after) });
}
