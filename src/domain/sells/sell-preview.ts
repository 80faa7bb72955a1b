import {
  type Amount,
  type Lmt,
  type PayToken,
  type Rate,
  mulDivDown,
  takeFee,
} from '../base/money.ts';
import { type Instant, after } from '../base/time.ts';
import { type Prices, lmtPriceUp, tokenRate, worthDown } from '../terms/price.ts';
import { CANCELLED_CAP_MS } from '../terms/terms.ts';
import type { Sell } from './sell.ts';

/** The part of an earlier request that affects what the next one pays. */
export type EarlierSell = Pick<Sell, 'status' | 'reviewedAt' | 'amount' | 'payoutToken' | 'payout'>;

/** What selling an amount takes and pays. */
export interface SellPreview {
  readonly fee: Lmt;
  readonly net: Lmt;
  readonly payout: Amount<PayToken>;
  /** What the net LMT is paid at. */
  readonly prices: Prices;
  /** Until when the cancelled request caps that holds the payout down; null where none does. */
  readonly cappedUntil: Instant | null;
}

interface Asked {
  readonly amount: Lmt;
  readonly payoutToken: PayToken;
}

interface PreviewInput {
  /** All requests of the user, in any order. */
  readonly sells: readonly EarlierSell[];
  readonly settings: { readonly sellFee: Rate };
  readonly prices: Prices;
  readonly now: Instant;
}

/**
 * Fee and payout at today's prices. For seven days after a cancellation one LMT pays at most what it
 * would have paid in the cancelled request, converted at today's prices. Without that cap, asking in
 * SOL and asking again in USDC once SOL has fallen would be a free option against the treasury.
 */
export function previewSell(
  { amount, payoutToken: token }: Asked,
  { sells, settings, prices, now }: PreviewInput,
): SellPreview {
  const { fee, net } = takeFee(amount, settings.sellFee);
  const uncapped = { fee, net, payout: worthDown(token, net, prices), prices, cappedUntil: null };
  return sells.reduce<SellPreview>((least, sell) => {
    const cappedUntil = capEndsAt(sell, now);
    if (cappedUntil === null) return least;
    const [units, per] = tokenRate(sell.payoutToken, token, prices.sol);
    const payout = mulDivDown(sell.payout * units, amount, sell.amount * per) as Amount<PayToken>;
    if (payout >= least.payout) return least;
    const lmt = lmtPriceUp(net, { token, payout }, prices.sol);
    return { fee, net, payout, prices: { lmt, sol: prices.sol }, cappedUntil };
  }, uncapped);
}

/** Whether what a request pays depends on today's SOL price: it is paid in SOL, or capped by a payout in SOL. */
export function needsSolPrice(
  token: PayToken,
  sells: readonly EarlierSell[],
  now: Instant,
): boolean {
  return (
    token === 'SOL' ||
    sells.some((sell) => sell.payoutToken === 'SOL' && capEndsAt(sell, now) !== null)
  );
}

/** When an earlier request stops to cap the next; null where it does not cap now. */
function capEndsAt({ status, reviewedAt }: EarlierSell, now: Instant): Instant | null {
  if (status !== 'cancelled' || reviewedAt === null) return null;
  const end = after(reviewedAt, CANCELLED_CAP_MS);
  return now < end ? end : null;
}
