import { useQuery } from '@tanstack/react-query';

import type { ProtocolSettings } from '#contract/terms/protocol';
import type { StakeJson } from '#contract/vaults/vaults';
import {
  APY_DECIMALS,
  type Lmt,
  apy,
  formatAmount,
  formatDecimal,
  mulDivHalfUp,
  parseAmount,
  parseDecimal,
} from '#domain/base/money';
import { instant } from '#domain/base/time';
import { restakeCosts } from '#domain/vaults/restake-cost';

import { protocolSettingsQuery } from '../kernel/api/queries.ts';
import { useServerNow } from '../kernel/api/use-server-now.ts';
import { vaultTexts } from '../kernel/ui/texts/vault-texts.ts';
import { type Digits, amountText } from '../kernel/ui/format/digits.ts';
import { dateTimeText } from '../kernel/ui/format/times.ts';

/** Which way into another cycle costs less, in words. */
export interface CheaperWay {
  readonly isWaiting: boolean;
  /** What it saves. */
  readonly title: string;
  /** What both ways cost, and why. */
  readonly detail: string;
  /** The difference in dollars, as one sentence of at most 90 characters. */
  readonly brief: string;
}

interface Asked {
  readonly stake: StakeJson;
  readonly rates: Pick<ProtocolSettings, 'currentAPY' | 'lmtPriceUSDC'> | null;
  readonly now: number;
  /** As close as the figures beside it. */
  readonly digits: Digits;
}

/** The cheaper of restaking a vault now and of doing nothing; null where none is, and while the rates are not known. */
export function cheaperWay({ stake, rates, now, digits }: Asked): CheaperWay | null {
  const { window, autoRestakeEnabled, restakeWindowEndTime } = stake;
  if (!window || !rates || restakeWindowEndTime === null) return null;
  const yearly = parseDecimal(rates.currentAPY, APY_DECIMALS);
  const fee = parseAmount('LMT', window.restake.fee);
  const net = parseAmount('LMT', window.restake.netAmount);
  const later = parseAmount('LMT', window.autoRestake.fee);
  if (yearly === null || fee === null || net === null || later === null) return null;
  const costs = restakeCosts({
    autoRestake: autoRestakeEnabled,
    byHand: { fee, net },
    byItself: { fee: later },
    apy: apy(yearly),
    now: instant(Math.floor(now)),
    windowEndsAt: instant(Date.parse(restakeWindowEndTime)),
  });
  if (!costs) return null;
  const { titles, detail, briefs } = vaultTexts.cheaper;
  const { cheaper, saved } = costs;
  const text = (amount: Lmt) => amountText('LMT', formatAmount('LMT', amount), digits);
  const usd = usdOf(saved, rates.lmtPriceUSDC);
  return {
    isWaiting: cheaper === 'by-itself',
    title: titles[cheaper](text(saved), usd),
    detail: detail({
      byHand: text(costs.byHand),
      byItself: text(costs.byItself),
      fee: text(later),
      missed: text(costs.missedRewards),
      when: dateTimeText(restakeWindowEndTime),
    }),
    brief: briefs[cheaper](usd),
  };
}

/** The same as it is now. */
export function useCheaperWay(stake: StakeJson, digits: Digits = 'glance'): CheaperWay | null {
  const { data } = useQuery(protocolSettingsQuery());
  const now = useServerNow();
  return cheaperWay({ stake, rates: data ?? null, now, digits });
}

/** Restake stands out where doing nothing restakes nothing, or costs more. */
export function isRestakePrimary(stake: StakeJson, way: CheaperWay | null): boolean {
  return !stake.autoRestakeEnabled || way?.isWaiting === false;
}

/** LMT has 8 decimals, its price 6, a cent 2. */
const UNITS_PER_CENT = 10n ** 12n;

function usdOf(amount: Lmt, price: string): string {
  const units = amount * (parseAmount('USDC', price) ?? 0n);
  return amountText('$', formatDecimal(mulDivHalfUp(units, 1n, UNITS_PER_CENT), 2));
}
