import type { Analytics, HistoryJson, Portfolio } from '#contract/portfolio';
import { presentAnalytics, presentHistory, presentPortfolio } from '#contract/present/portfolio';
import { presentSell } from '#contract/present/sell';
import type { SellJson } from '#contract/sells';
import { lamports } from '#domain/base/money';
import type { Instant } from '#domain/base/time';
import type { Sell } from '#domain/sells/sell';
import { historySummary } from '#domain/user/history-summary';
import { type VaultEntry, realisedCycles } from '#domain/vaults/yield';

import { demoTexts } from '../texts/demo.ts';
import type { DemoAccount } from './account.ts';
import { DEMO_ADDRESS } from './keys.ts';

export function portfolioOf(account: DemoAccount, now: Instant): Portfolio {
  const { unstaked, bonds, vaults, inEscrow, items, terms } = account;
  const { lmt: lmtPrice } = account.pricesAt(now);
  const credit = lamports(0n);
  const shown = { unstaked, bonds, vaults, inEscrow, credit, items, terms, lmtPrice };
  return presentPortfolio(shown, now);
}

export function historyOf(account: DemoAccount): HistoryJson {
  const { items } = account;
  const summary = historySummary(items, (at) => account.pricesAt(at));
  return presentHistory({ all: items, count: items.length, summary });
}

export function analyticsOf({ journals, terms, items, bonds }: DemoAccount): Analytics {
  const entries = journals.flatMap(({ kind, at, postings }): VaultEntry[] =>
    postings.flatMap(({ account: { kind: held, ref }, amount }) =>
      held === 'vault' && ref !== null ? [{ vaultId: ref, kind, at, amount }] : [],
    ),
  );
  const restakes = entries.filter(({ kind }) => kind === 'restaked');
  const inOrder = entries.toSorted((a, b) => a.at - b.at);
  return presentAnalytics({ cycles: realisedCycles(inOrder, restakes, terms), items, bonds });
}

export function sellOf(account: DemoAccount, sell: Sell, now: Instant): SellJson {
  const wallet = DEMO_ADDRESS;
  const shown = { sell, wallet, username: demoTexts.wallet, place: account.placeOf(sell) };
  return presentSell(shown, account.payouts.get(sell.id), now);
}
