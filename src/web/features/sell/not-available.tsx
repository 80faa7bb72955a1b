import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';

import type { EligibilityJson } from '#contract/sells';
import type { StakeJson } from '#contract/stakes';

import { protocolSettingsQuery } from '../../api/queries.ts';
import { useServerNow } from '../../api/use-server-now.ts';
import { formatPercent } from '../../ui/format.ts';
import { Notice } from '../../ui/notice.tsx';
import { sellTexts } from '../../ui/texts/sell.ts';
import { dateTimeText } from '../../ui/times.ts';
import { openingOf } from './opening.ts';
import { timeLeft } from './time-left.ts';

const { notAvailable: words } = sellTexts;

interface NotAvailableProps {
  readonly eligibility: EligibilityJson;
  readonly stakes: readonly StakeJson[];
}

/** Why nothing can be sold now, and when it becomes possible. */
export function NotAvailable({ eligibility, stakes }: NotAvailableProps) {
  const when = useWhen(eligibility, stakes);
  return (
    <Notice tone="time" title={words.title}>
      <p>{eligibility.reason}</p>
      <p className="mt-1 text-quiet">{when}</p>
      <p className="mt-1.5">
        <Link
          href="/?tab=stake"
          className="relative rounded-sm text-accent underline-offset-3 hover:underline pointer-coarse:after:absolute pointer-coarse:after:inset-x-0 pointer-coarse:after:-inset-y-3"
        >
          {words.toStake}
        </Link>
      </p>
    </Notice>
  );
}

function useWhen({ code, possibleAt }: EligibilityJson, stakes: readonly StakeJson[]): string {
  const now = useServerNow();
  const { data: settings } = useQuery(protocolSettingsQuery());
  if (code === 'SELL_NO_UNSTAKED') return words.noUnstaked;
  const opening = openingOf(stakes, now);
  if (possibleAt !== null) {
    const left = timeLeft(Math.max(0, Date.parse(possibleAt) - now));
    return `${words.from(dateTimeText(possibleAt))} (${words.left(left)})`;
  }
  const earliest = textOf('opens' in opening ? opening.opens : now);
  if (opening.kind === 'vesting') return words.vesting(textOf(opening.vests), earliest);
  if (opening.kind === 'ready') return words.ready(earliest);
  return words.newVault(settings ? formatPercent(settings.stakingFee) : '2.0%', earliest);
}

function textOf(ms: number): string {
  return dateTimeText(new Date(ms).toISOString());
}
