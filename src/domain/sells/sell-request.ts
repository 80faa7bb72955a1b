import type { HistoryItem } from '../base/change.ts';
import type { Journal } from '../base/ledger.ts';
import { type Result, ok } from '../base/result.ts';
import type { Instant } from '../base/time.ts';
import type { InForce } from '../terms/terms-in-force.ts';
import { checkPaused } from '../terms/pause.ts';
import { type MarketPrice, freshSolPrice, lmtPriceAt } from '../terms/price.ts';
import { settingsAt } from '../terms/terms.ts';
import { catchUpAll, unstakedAfter } from '../vaults/vault-catch-up.ts';
import { type ScheduledVault, changedVaults } from '../vaults/vault-schedule.ts';
import { needsSolPrice } from './sell-preview.ts';
import { type Sell, type SellRequest, type Seller, requestSell } from './sell.ts';
import type { SellPeriod } from './sell-limit.ts';

/** Inputs of the decision on a sell request: the stored user, and the SOL price. */
export interface SellerFacts extends Seller {
  readonly sol: MarketPrice;
  readonly now: Instant;
}

/** Changes by an accepted request, including due changes of the user's vaults. */
export interface AcceptedSell {
  readonly journals: readonly Journal[];
  readonly items: readonly HistoryItem[];
  readonly vaults: readonly ScheduledVault[];
  readonly sells: readonly [Sell];
  readonly period: SellPeriod;
}

/** Returns the seller after all due changes of their vaults, with the entries of those changes. */
export function caughtUpSeller(
  { userId, unstaked, period, vaults, sells, payoutFailedAt, now }: SellerFacts,
  { terms }: Pick<InForce, 'terms'>,
) {
  const { next, journals, items } = catchUpAll(vaults, terms, now);
  const seller: Seller = {
    userId,
    unstaked: unstakedAfter(userId, unstaked, journals),
    period,
    vaults: next,
    sells,
    payoutFailedAt,
  };
  return { seller, journals, items };
}

/** Accepts a sell request, or refuses: eligibility, amount, limit, minimum, then a stale SOL price. */
export function decideSellRequest(
  facts: SellerFacts,
  { asked, isStaticFeed }: { readonly asked: SellRequest; readonly isStaticFeed: boolean },
  { terms, lmtPrices }: InForce,
): Result<AcceptedSell> {
  const { now, sol } = facts;
  // A pause may have begun after the request passed the guard.
  const running = checkPaused(terms.pauses, now);
  if (!running.ok) return running;
  const { seller, journals, items } = caughtUpSeller(facts, { terms });
  const prices = { lmt: lmtPriceAt(lmtPrices, terms, now), sol: sol.price };
  const sold = requestSell({ asked, seller, settings: settingsAt(terms, now), prices }, terms, now);
  if (!sold.ok) return sold;
  const fresh = freshSolPrice(sol, isStaticFeed, now);
  if (!fresh.ok && needsSolPrice(asked.payoutToken, seller.sells, now)) return fresh;
  return ok({
    journals: [...journals, ...sold.value.journals],
    items: [...items, ...sold.value.items],
    vaults: changedVaults(facts.vaults, seller.vaults, terms),
    sells: [sold.value.next],
    period: sold.value.period,
  });
}
