import { useQuery } from '@tanstack/react-query';

import { APY_DECIMALS, type Lmt, apy, formatAmount, parseDecimal } from '#domain/base/money';
import { CYCLE_MS, VESTING_MS } from '#domain/terms/terms';
import { cycleRewards } from '#domain/vaults/vault';

import { treasuryStatsQuery } from '../../api/treasury-queries.ts';
import { useServerNow } from '../../api/use-server-now.ts';
import { Worth } from '../../flows/price/worth.tsx';
import { Figure } from '../../ui/format/figure.tsx';
import { stakeTexts } from '../../texts/stake.ts';
import { dateTimeText } from '../../ui/format/times.ts';

const says = stakeTexts.rewards;

/** What an amount earns in its first seven days, and when that would be; `amount` null while none is typed. */
export function ExpectedRewards({ amount }: { readonly amount: Lmt | null }) {
  const now = useServerNow();
  const { data: stats } = useQuery(treasuryStatsQuery());
  const yearly = stats ? parseDecimal(stats.currentAPY, APY_DECIMALS) : null;
  const earned = amount === null || yearly === null ? null : cycleRewards(amount, apy(yearly));
  const shown = earned === null ? null : formatAmount('LMT', earned);
  const vested = new Date(now + VESTING_MS).toISOString();
  const matures = new Date(now + VESTING_MS + CYCLE_MS).toISOString();
  return (
    <section aria-label={says.title} className="rounded-control bg-raise px-4 py-3.5">
      <p className="text-sm text-quiet">{says.title}</p>
      <p className="mt-1 flex flex-wrap items-baseline gap-x-3">
        <Figure
          value={shown ?? '0'}
          unit="LMT"
          size="lg"
          signed
          className={shown === null ? 'text-faint' : 'text-accent'}
        />
        <Worth token="LMT" amount={shown} className="text-sm" />
      </p>
      <p className="mt-1.5 text-sm text-faint">
        {says.when(dateTimeText(vested), dateTimeText(matures))} {says.note}
      </p>
    </section>
  );
}
