import { APY_DECIMALS, LMT_PRICE_DECIMALS, formatAmount, formatDecimal } from '#domain/base/money';
import { type Prices, lmtPriceInSol } from '#domain/terms/price';
import { type SettingChange, listedChanges } from '#domain/terms/setting-changes';
import { settingTexts, wireName } from '#domain/terms/setting-texts';
import type { Settings } from '#domain/terms/settings';
import { type Instant, iso } from '#domain/base/time';
import { currentApy, dailyRevenue } from '#domain/terms/apy';
import type { ProtocolChanges, ProtocolSettings } from './protocol.ts';
import type { AdminSettings } from './settings.ts';

/** Without the peg of USDC, which is no setting and which callers add. */
type Shown<T> = Omit<T, 'usdcOffPeg'>;

export function serializeSettings(settings: Settings, prices: Prices): Shown<ProtocolSettings> {
  const price = formatDecimal(prices.lmt, LMT_PRICE_DECIMALS);
  return {
    ...settingTexts(settings, 'settings'),
    currentAPY: formatDecimal(currentApy(settings), APY_DECIMALS),
    lmtPriceUSDC: price,
    lmtPriceSOL: formatAmount('SOL', lmtPriceInSol(prices)),
    lmtPrice: price,
  };
}

export function serializeAdminSettings(
  settings: Settings,
  prices: Prices,
  { changedAt, nextStepAt }: { readonly changedAt: Instant; readonly nextStepAt: Instant | null },
): Shown<AdminSettings> {
  return {
    ...serializeSettings(settings, prices),
    ...settingTexts(settings, 'revenue'),
    totalRevenue: formatAmount('USDC', dailyRevenue(settings)),
    changedAt: iso(changedAt),
    nextPriceStepAt: nextStepAt && iso(nextStepAt),
  };
}

export function serializeChanges(changes: readonly SettingChange[]): ProtocolChanges {
  return {
    changes: listedChanges(changes).map(({ name, value, effectiveAt, madeAt }) => ({
      name: wireName(name),
      value,
      effectiveAt: iso(effectiveAt),
      madeAt: iso(madeAt),
    })),
  };
}
