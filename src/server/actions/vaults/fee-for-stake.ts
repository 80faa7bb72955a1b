import {
  type Available,
  feeQuoteHolds,
  feeToCharge,
  feedPricesForFee,
  pricedWhenPaid,
} from '#domain/vaults/fee-credit';
import type { History } from '#domain/base/history';
import type { Lamports, Lmt, UsdPrice } from '#domain/base/money';
import { isFresh, lmtPriceAt, solPriceStale } from '#domain/terms/price';
import type { Result } from '#domain/base/result';
import { QUOTE_MS } from '#domain/terms/terms';
import { type Instant, MINUTE_MS, after } from '#domain/base/time';
import { lowestFee, stakingFee } from '#domain/vaults/vault-stake';
import type { Parts } from '../../parts.ts';
import type { Session } from '../../store/db/database.ts';
import { feeQuoteNamed, latestFeeQuote } from '../../store/vaults/fee-quotes.ts';
import type { Holder } from '../../store/users/holders.ts';
import { solPricesSince } from '../../store/terms/market-prices.ts';
import type { Rules } from '../../store/terms/terms.ts';
import type { ProvenFee } from '../payments/fee-payment.ts';

type Feed = Pick<Parts, 'isStaticFeed'>;

/** What a stake is charged: a quote's fee where one holds, else what the prices say. */
export async function feeForStake(
  feed: Feed,
  session: Session,
  holder: Holder,
  rules: Rules,
  amount: Lmt,
  paid: ProvenFee | null,
  available: Available,
): Promise<Result<Lamports>> {
  const then = paid && (await feeWhenPaid(feed, session, holder, rules, amount, paid, available));
  return then ?? feeNow(feed, session, holder, rules, amount, available);
}

/** At the prices of the payment's own time; null where they do not count for it. */
async function feeWhenPaid(
  { isStaticFeed }: Feed,
  session: Session,
  { userId, now }: Holder,
  { terms, lmtPrices }: Rules,
  amount: Lmt,
  paid: ProvenFee,
  available: Available,
): Promise<Result<Lamports> | null> {
  const { blockTime, keys } = paid;
  const quote = await feeQuoteNamed(session, userId, keys);
  const quoted = quote && feeQuoteHolds(quote, amount, blockTime) ? quote.fee : null;
  const sol = await solPricesFor(session, blockTime, isStaticFeed);
  if (quoted === null && sol.length === 0) return solPriceStale();
  const unquoted = lowestFee(amount, { lmt: lmtPrices, sol }, terms, blockTime);
  const lowest = unquoted.ok ? unquoted.value : quoted;
  if (lowest === null) return unquoted;
  const counts = pricedWhenPaid(paid, quoted ?? lowest, now);
  return counts ? feeToCharge(available, quoted, lowest) : null;
}

async function solPricesFor(
  session: Session,
  paidAt: Instant,
  isStaticFeed: boolean,
): Promise<History<UsdPrice>> {
  const since = after(paidAt, -QUOTE_MS);
  const known = await solPricesSince(session, since, { ofFeed: !isStaticFeed });
  return isStaticFeed ? known : feedPricesForFee(known, paidAt);
}

async function feeNow(
  { isStaticFeed }: Feed,
  session: Session,
  { userId, now, sol }: Holder,
  { terms, lmtPrices }: Rules,
  amount: Lmt,
  available: Available,
): Promise<Result<Lamports>> {
  const quote = await latestFeeQuote(session, userId, amount, now, QUOTE_MS / MINUTE_MS);
  const quoted = quote && feeQuoteHolds(quote, amount, now) ? quote.fee : null;
  const isPriced = quoted !== null || isFresh(sol, isStaticFeed, now);
  if (!isPriced) return solPriceStale();
  const prices = { lmt: lmtPriceAt(lmtPrices, terms, now), sol: sol.price };
  return feeToCharge(available, quoted, quoted ?? stakingFee(amount, terms, prices, now));
}
