import { useQuery } from '@tanstack/react-query';

import type { EligibilityJson, SellJson } from '#contract/sells';
import {
  type Amount,
  type Lmt,
  type PayToken,
  checkMinimum,
  lmt,
  min,
  parseAmount,
} from '#domain/base/money';
import { needsSolPrice, previewSell } from '#domain/sells/sell-preview';
import { MIN_PAYOUT } from '#domain/terms/terms';
import { instant } from '#domain/base/time';

import { protocolSettingsQuery, statusQuery } from '../../api/queries.ts';
import { solPriceQuery } from '../../api/sells.ts';
import { useServerNow } from '../../api/use-server-now.ts';
import { plainAmount } from '../../ui/format/plain-amount.ts';
import { sellTexts } from '../../texts/sell.ts';
import { dateTimeText } from '../../ui/format/times.ts';
import { type Checked, checkSell } from './check-sell.ts';
import { earlierSells, isPayable, pricesNow, sellFeeOf } from './prices.ts';

/** What a user may sell, and what was asked before. */
export interface Account {
  readonly eligibility: EligibilityJson;
  readonly sells: readonly SellJson[];
}

/** Everything the form knows about the request that is being typed. */
export function useSellOrder({ eligibility, sells }: Account, token: PayToken, typed: string) {
  const { data: status } = useQuery(statusQuery());
  const { data: settings } = useQuery(protocolSettingsQuery());
  const { data: sol } = useQuery(solPriceQuery());
  const now = instant(Math.trunc(useServerNow()));
  const available = lmtOf(eligibility.available);
  const limit = lmtOf(eligibility.remainingLimit);
  const checked = checkSell(typed, available, limit);
  const current = settings && sol ? pricesNow(settings, sol) : null;
  const earlier = earlierSells(sells);
  const preview =
    checked.kind === 'right' && settings && current
      ? previewSell(
          { amount: checked.amount, payoutToken: token },
          { sells: earlier, settings: sellFeeOf(settings), prices: current, now },
        )
      : null;
  const isStale = sol ? needsSolPrice(token, earlier, now) && !isPayable(sol) : false;
  const tooLittle = preview && tooLittleFor(token, preview.payout);
  const blocked =
    standing(eligibility, status?.paused === true) ??
    (isStale ? sellTexts.blocked.stale[token] : null) ??
    amountReason(checked) ??
    (preview === null ? sellTexts.blocked.prices : tooLittle);
  return {
    settings,
    current,
    checked,
    preview,
    tooLittle,
    /** The most that Use Max fills in. */
    most: min(available, limit),
    /** Why the request can't be submitted now; null where it can. */
    blocked,
    now,
  };
}

export type SellOrder = ReturnType<typeof useSellOrder>;

/** What stands against any request, whatever its amount. */
function standing(of: EligibilityJson, isPaused: boolean): string | null {
  const { blocked } = sellTexts;
  if (isPaused) return blocked.paused;
  if (of.pending) return blocked.pending;
  if (!of.eligible) return of.reason ?? '';
  if (of.resetsAt !== null) return blocked.used(dateTimeText(of.resetsAt));
  return lmtOf(of.available) > 0n ? null : blocked.balance;
}

function amountReason(checked: Checked): string | null {
  if (checked.kind === 'empty') return sellTexts.blocked.empty;
  return checked.kind === 'wrong' ? checked.reason : null;
}

function tooLittleFor(token: PayToken, payout: Amount<PayToken>): string | null {
  const minimum: Amount<PayToken> = MIN_PAYOUT[token];
  return checkMinimum(token, payout, minimum).ok
    ? null
    : sellTexts.wrong.minimum(plainAmount(token, minimum), token);
}

function lmtOf(text: string): Lmt {
  return parseAmount('LMT', text) ?? lmt(0n);
}
