import type { Analytics, HistoryJson, Portfolio } from '#contract/portfolio/portfolio';
import {
  serializeAnalytics,
  serializeHistory,
  serializePortfolio,
} from '#contract/portfolio/serialize-portfolio';
import { serializeSell } from '#contract/sells/serialize-sell';
import type { SellJson } from '#contract/sells/sells';
import { feesPaid } from '#domain/base/fees';
import { lamports, lmt } from '#domain/base/money';
import type { Instant } from '#domain/base/time';
import type { Sell } from '#domain/sells/sell';
import { lmtPriceChanges } from '#domain/terms/price';
import { heldEntries, vaultEntries } from '#domain/portfolio/held-entries';
import { type HistoryFilter, filterHistory } from '#domain/portfolio/history-filter';
import { valueCurve } from '#domain/portfolio/value-curve';
import { realisedCycles } from '#domain/vaults/yield';

import { demoTexts } from './demo-texts.ts';
import type { DemoAccount } from './account.ts';
import { DEMO_ADDRESS } from './keys.ts';

export function portfolioOf(account: DemoAccount, now: Instant): Portfolio {
  const { unstaked, bonds, vaults, inEscrow, items, terms } = account;
  const { lmt: lmtPrice } = account.pricesAt(now);
  const credit = lamports(0n);
  const shown = { unstaked, bonds, vaults, inEscrow, credit, items, terms, lmtPrice };
  return serializePortfolio(shown, now);
}

export function historyOf(account: DemoAccount, filter: HistoryFilter = {}): HistoryJson {
  const { items: all } = account;
  const shown = filterHistory(all, filter);
  return serializeHistory({ shown, all, pricesAt: (at) => account.pricesAt(at) });
}

export function analyticsOf(account: DemoAccount, now: Instant): Analytics {
  const { journals, terms, bonds, vaults } = account;
  const entries = heldEntries(journals).toSorted((a, b) => a.at - b.at);
  const held = vaultEntries(entries);
  const cycles = realisedCycles(
    held,
    held.filter(({ kind }) => kind === 'restaked'),
    terms,
  );
  const priceAt = (at: Instant) => account.pricesAt(at).lmt;
  const priceChanges = lmtPriceChanges(account.lmtPrices, entries[0]?.at ?? now, now);
  const earnedInDeleted = lmt(0n);
  const curve = valueCurve(
    { entries, cycles, vaults, earnedInDeleted, priceChanges, priceAt },
    now,
  );
  const postings = journals.flatMap((journal) => journal.postings);
  const fees = feesPaid(postings.map(({ account: { kind }, amount }) => ({ kind, amount })));
  return serializeAnalytics({ cycles, curve, fees, bonds });
}

export function sellOf(account: DemoAccount, sell: Sell, now: Instant): SellJson {
  const wallet = DEMO_ADDRESS;
  const shown = { sell, wallet, username: demoTexts.wallet, place: account.placeOf(sell) };
  return serializeSell(shown, account.payouts.get(sell.id), now);
}
