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

/** Fields of an earlier request that affect the next request's payout. */
export type EarlierSell = Pick<Sell, 'status' | 'reviewedAt' | 'amount' | 'payoutToken' | 'payout'>;

/** Fee and payout of selling an amount. */
export interface SellPreview {
  readonly fee: Lmt;
  readonly net: Lmt;
  readonly payout: Amount<PayToken>;
  /** Prices at which the net LMT is paid; a cap lowers the LMT price. */
  readonly prices: Prices;
  /** End of the cap by a cancelled request; null if the payout is not capped. */
  readonly cappedUntil: Instant | null;
}

interface SaleInput {
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
 * Returns fee and payout at today's prices. For seven days after a cancellation, one LMT pays at most its
 * payout in the cancelled request, converted at today's SOL price. Otherwise a user could request SOL, cancel
 * after SOL fell, and request USDC: a free option against the treasury.
 */
export function previewSell(
  { amount, payoutToken: token }: SaleInput,
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

/** True if a request's payout depends on today's SOL price: it is paid in SOL, or capped by a payout in SOL. */
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

/** Returns the end of an earlier request's cap; null if it caps nothing now. */
function capEndsAt({ status, reviewedAt }: EarlierSell, now: Instant): Instant | null {
  if (status !== 'cancelled' || reviewedAt === null) return null;
  const end = after(reviewedAt, CANCELLED_CAP_MS);
  return now < end ? end : null;
}
