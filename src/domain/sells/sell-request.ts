import type { HistoryItem } from '../base/change.ts';
import type { Journal } from '../base/ledger.ts';
import { type Result, ok } from '../base/result.ts';
import type { Instant } from '../base/time.ts';
import type { InForce } from '../terms/in-force.ts';
import { checkPaused } from '../terms/pause.ts';
import { type MarketPrice, freshSolPrice, lmtPriceAt } from '../terms/price.ts';
import { settingsAt } from '../terms/terms.ts';
import { catchUpAll, unstakedAfter } from '../vaults/vault-catch-up.ts';
import { type ScheduledVault, changedVaults } from '../vaults/vault-schedule.ts';
import { needsSolPrice } from './sell-preview.ts';
import { type Sell, type SellPeriod, type SellRequest, type Seller, requestSell } from './sell.ts';

/** What a sell request is decided on: the user as stored, and the SOL price. */
export interface SellerFacts extends Seller {
  readonly sol: MarketPrice;
  readonly now: Instant;
}

/** What taking a request changes, due changes of the user's vaults included. */
export interface TakenSell {
  readonly journals: readonly Journal[];
  readonly items: readonly HistoryItem[];
  readonly vaults: readonly ScheduledVault[];
  readonly sells: readonly [Sell];
  readonly period: SellPeriod;
}

/** The seller once all due changes of their vaults are made, with the entries of those. */
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

/** Takes a sell request, or says why not: eligibility, amount, limit, minimum, then a stale SOL price. */
export function decideSellRequest(
  facts: SellerFacts,
  { asked, isStaticFeed }: { readonly asked: SellRequest; readonly isStaticFeed: boolean },
  { terms, lmtPrices }: InForce,
): Result<TakenSell> {
  const { now, sol } = facts;
  // It may have begun since the request was let through.
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
