import { useQuery } from '@tanstack/react-query';

import type { StakeJson } from '#contract/stakes';
import { formatAmount, formatDecimal, mulDivHalfUp, parseAmount } from '#domain/base/money';
import { savedByWaiting } from '#domain/vaults/restake-cost';

import { protocolSettingsQuery } from '../../api/queries.ts';
import { vaultTexts } from '../../texts/vault.ts';
import { formatNumber } from '../../ui/format/format.ts';
import { dateTimeText } from '../../ui/format/times.ts';

/** The LMT that doing nothing saves against a restake by hand; null where it saves none. */
export function savingOf({ window, autoRestakeEnabled }: StakeJson): string | null {
  if (!window) return null;
  const byHand = parseAmount('LMT', window.restake.fee);
  const byItself = parseAmount('LMT', window.autoRestake.fee);
  if (byHand === null || byItself === null) return null;
  const saved = savedByWaiting({ autoRestake: autoRestakeEnabled, byHand, byItself });
  return saved === null ? null : formatAmount('LMT', saved);
}

/** Says that waiting is cheaper, by how much, and what both ways cost; null where it is not. */
export function useCheaperWay(stake: StakeJson): { title: string; detail: string } | null {
  const { data } = useQuery(protocolSettingsQuery());
  const saved = savingOf(stake);
  if (saved === null || !stake.window) return null;
  const { title, detail } = vaultTexts.cheaper;
  const { restake, autoRestake } = stake.window;
  return {
    title: title(formatNumber(saved, 4), data ? usdOf(saved, data.lmtPriceUSDC) : null),
    detail: detail(
      formatNumber(restake.fee, 4),
      formatNumber(autoRestake.fee, 4),
      dateTimeText(stake.restakeWindowEndTime ?? ''),
    ),
  };
}

/** LMT has 8 decimals, its price 6, a cent 2. */
const UNITS_PER_CENT = 10n ** 12n;

function usdOf(amount: string, price: string): string {
  const units = (parseAmount('LMT', amount) ?? 0n) * (parseAmount('USDC', price) ?? 0n);
  return formatNumber(formatDecimal(mulDivHalfUp(units, 1n, UNITS_PER_CENT), 2), 2);
}
