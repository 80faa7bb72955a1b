import { useQuery } from '@tanstack/react-query';

import type { EligibilityJson, SellJson } from '#contract/sells/sells';
import {
  type Amount,
  type Lamports,
  type Lmt,
  type PayToken,
  checkMinimum,
  lmt,
  min,
  parseAmount,
  sub,
  usdc,
} from '#domain/base/money';
import { rentInUsdcUp } from '#domain/payouts/rent-charge';
import { type SellPreview, needsSolPrice, previewSell } from '#domain/sells/sell-preview';
import { settingText } from '#domain/terms/setting-texts';
import { MIN_PAYOUT } from '#domain/terms/terms';
import { instant } from '#domain/base/time';

import { accountRentQuery } from '../kernel/api/balances.ts';
import { statusQuery } from '../kernel/api/queries.ts';
import { solPriceQuery } from '../kernel/api/reads/sell-queries.ts';
import { useSettings } from '../kernel/api/use-settings.ts';
import { useServerNow } from '../kernel/api/use-server-now.ts';
import { earlierSells } from '../kernel/prices/earlier-sells.ts';
import { usePrices } from '../kernel/prices/use-prices.ts';
import { formatPercent } from '../kernel/ui/format/format.ts';
import { plainAmount } from '../kernel/ui/format/plain-amount.ts';
import { sellTexts } from './sell-texts.ts';
import { dateTimeText } from '../kernel/ui/format/times.ts';
import { type Checked, checkSell } from './check-sell.ts';
import { isPayable } from './prices.ts';

/** What a user may sell, and what was asked before. */
export interface Account {
  readonly eligibility: EligibilityJson;
  readonly sells: readonly SellJson[];
}

/** What is being typed, and by whom. */
interface Draft {
  readonly account: Account;
  readonly walletAddress: string;
  readonly token: PayToken;
  readonly typed: string;
}

/** Everything the form knows about the request that is being typed. */
export function useSellOrder({ account, walletAddress, token, typed }: Draft) {
  const { eligibility, sells } = account;
  const { data: status } = useQuery(statusQuery());
  const settings = useSettings();
  const { data: sol } = useQuery(solPriceQuery());
  const now = instant(Math.trunc(useServerNow()));
  const available = lmtOf(eligibility.available);
  const limit = lmtOf(eligibility.remainingLimit);
  const checked = checkSell(typed, available, limit);
  const current = usePrices();
  const earlier = earlierSells(sells);
  const preview =
    checked.kind === 'right' && settings && current
      ? previewSell(
          { amount: checked.amount, payoutToken: token },
          { sells: earlier, settings, prices: current, now },
        )
      : null;
  const isStale = sol ? needsSolPrice(token, earlier, now) && !isPayable(sol) : false;
  const accountRent = useAccountRent(walletAddress, token);
  const rent = preview && rentOf(preview, accountRent.data ?? null);
  const tooLittle = preview && rent && tooLittleFor(token, preview.payout, rent);
  const blocked =
    standing(eligibility, status?.paused === true) ??
    (isStale ? sellTexts.blocked.stale[token] : null) ??
    amountReason(checked) ??
    (preview === null ? sellTexts.blocked.prices : tooLittle);
  return {
    /** The selling fee in force; null until it is read. */
    feeText: settings && formatPercent(settingText(settings, 'sellFee') ?? ''),
    current,
    checked,
    preview,
    /** What of the payout makes the wallet's USDC account, about, and what is left; null without a payout. */
    rent,
    isRentUnknown: accountRent.isError,
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

function useAccountRent(walletAddress: string, token: PayToken) {
  const { data: status } = useQuery(statusQuery());
  const mint = token === 'USDC' ? (status?.usdcMint ?? null) : null;
  return useQuery(accountRentQuery(walletAddress, mint));
}

interface SellRent {
  readonly charged: Amount<PayToken>;
  readonly received: Amount<PayToken>;
}

function rentOf({ payout, prices }: SellPreview, accountRent: Lamports | null): SellRent {
  const charged: Amount<PayToken> =
    accountRent === null ? usdc(0n) : rentInUsdcUp(accountRent, prices.sol);
  return { charged, received: sub(payout, min(payout, charged)) };
}

function tooLittleFor(
  token: PayToken,
  payout: Amount<PayToken>,
  { charged, received }: SellRent,
): string | null {
  const minimum: Amount<PayToken> = MIN_PAYOUT[token];
  if (!checkMinimum(token, payout, minimum).ok) {
    return sellTexts.wrong.minimum(plainAmount(token, minimum), token);
  }
  return received > 0n ? null : sellTexts.wrong.rent(plainAmount(token, charged));
}

function lmtOf(text: string): Lmt {
  return parseAmount('LMT', text) ?? lmt(0n);
}
