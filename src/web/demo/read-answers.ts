import { serializeBond } from '#contract/bonds/serialize-bond';
import { serializeFeeQuote } from '#contract/vaults/serialize-fee-quote';
import { serializeCsv } from '#contract/portfolio/serialize-item';
import { type PricedAsset, serializePrices } from '#contract/terms/serialize-prices';
import { serializeEligibility } from '#contract/sells/serialize-sell';
import { serializeChanges, serializeSettings } from '#contract/terms/serialize-settings';
import { serializeStake } from '#contract/vaults/serialize-vault';
import { serializeStatus } from '#contract/terms/serialize-status';
import { PATHS } from '#contract/base/paths';
import type { Status } from '#contract/terms/protocol';
import type { FeeQuoteJson } from '#contract/vaults/vaults';
import { feeAtBondRate, quoteFee } from '#domain/vaults/fee-quote';
import type { HistoryFilter } from '#domain/portfolio/history-filter';
import { type Lmt, lamports, parseRequestAmount } from '#domain/base/money';
import { type Result, ok } from '#domain/base/result';
import { type Instant, instant } from '#domain/base/time';
import type { PointRange } from '#domain/treasury/treasury-points';
import { checkStakeAmount, stakingFee } from '#domain/vaults/vault-stake';

import { demoTexts } from './demo-texts.ts';
import { DEMO_USER, type DemoAccount } from './account.ts';
import type { Answer } from './demo-call.ts';
import { DEMO_MINT, DEMO_REFERENCE, DEMO_TREASURY, DEMO_TREASURY_USDC } from './keys.ts';
import { analyticsOf, historyOf, portfolioOf, sellOf } from './reads.ts';
import { demoHoldings, demoStats, demoTransparency } from './treasury.ts';

const { about } = demoTexts;
/** No cluster: nothing of it can be looked up anywhere. */
const STATUS = {
  network: 'demo' as Status['network'],
  version: 'demo',
  treasuryAddress: DEMO_TREASURY,
  treasuryTokenAccount: DEMO_TREASURY_USDC,
  usdcMint: DEMO_MINT,
  explorerUrl: null,
  faucets: [],
};

/** The reads that the demo has data for. */
export const READS: readonly (readonly [path: string, answer: Answer])[] = [
  [PATHS.status, (_, { now }) => ok(serializeStatus(null, now, STATUS))],
  [
    PATHS.settings,
    (of, { now }) => ok({ ...serializeSettings(of.settings, of.pricesAt(now)), usdcOffPeg: null }),
  ],
  [PATHS.changes, (of) => ok(serializeChanges(of.changes))],
  [PATHS.prices, (of, { now }) => ok(serializePrices([solPrice(of, now)], true))],
  [PATHS.portfolio, (of, { now }) => ok(portfolioOf(of, now))],
  [PATHS.analytics, (of, { now }) => ok(analyticsOf(of, now))],
  [PATHS.userBonds, (of, { now }) => ok(of.bonds.map((bond) => serializeBond(bond, now)))],
  [
    PATHS.userStakes,
    (of, { now }) => ok(of.vaults.map((each) => serializeStake(each, of.terms, now))),
  ],
  [PATHS.feeQuote, (of, { now, query }) => feeQuote(of, query.get('amount') ?? '', now)],
  [PATHS.userSells, (of, { now }) => ok(of.sells.map((sell) => sellOf(of, sell, now)))],
  [PATHS.sellEligibility, (of, { now }) => ok(serializeEligibility(of.seller(now), of.terms, now))],
  [PATHS.historyCsv, (of, { query }) => ok(csvOf(of, query))],
  [PATHS.history, (of) => ok(historyOf(of))],
  [PATHS.helpPages, () => ok([{ slug: about.slug, title: about.title }])],
  [PATHS.helpPage, () => ok(about)],
  [PATHS.treasuryStats, (of, { now }) => ok(demoStats(of, now))],
  [PATHS.treasuryHoldings, (_, { now }) => ok(demoHoldings(now))],
  // Nothing of it is owed: there is nothing to prove.
  [PATHS.proofs, () => ok({ days: [] })],
  [PATHS.transparency, (of, { now, query }) => ok(demoTransparency(of, rangeOf(query), now))],
];

function solPrice(account: DemoAccount, now: Instant): PricedAsset {
  return { symbol: 'SOL', price: account.pricesAt(now).sol, source: 'feed', ageMs: 0 };
}

function rangeOf(query: URLSearchParams): PointRange {
  return (query.get('range') ?? '30d') as PointRange;
}

function feeQuote(account: DemoAccount, text: string, now: Instant): Result<FeeQuoteJson> {
  const amount: Result<Lmt> = parseRequestAmount('LMT', text);
  if (!amount.ok) return amount;
  const allowed = checkStakeAmount(amount.value, account.unstaked);
  if (!allowed.ok) return allowed;
  const fee = stakingFee(
    { amount: amount.value, prices: account.pricesAt(now) },
    account.terms,
    now,
  );
  const latest = account.bonds.find(({ status }) => status === 'completed') ?? null;
  const asked = {
    id: crypto.randomUUID(),
    userId: DEMO_USER,
    amount: amount.value,
    reference: DEMO_REFERENCE,
  };
  return ok(
    serializeFeeQuote({
      quote: quoteFee(asked, fee, now),
      treasury: DEMO_TREASURY,
      credit: lamports(0n),
      atBondRate: feeAtBondRate(amount.value, account.settings, latest),
    }),
  );
}

function csvOf(account: DemoAccount, query: URLSearchParams): Response {
  const at = (name: string) => {
    const text = query.get(name);
    return text === null ? undefined : instant(Date.parse(text));
  };
  const filter = { ...Object.fromEntries(query), from: at('from'), to: at('to') } as HistoryFilter;
  const text = serializeCsv(historyOf(account, filter).all);
  return new Response(text, { headers: { 'content-type': 'text/csv' } });
}
