import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';

import type { EligibilityJson } from '#contract/sells/sells';
import type { StakeJson } from '#contract/vaults/vaults';
import { BONDING_LOCK_MS } from '#domain/terms/terms';

import { protocolSettingsQuery } from '../kernel/api/queries.ts';
import { useServerNow } from '../kernel/api/use-server-now.ts';
import { UnstakeButton } from '../vaults/vault-buttons.tsx';
import { formatPercent, isZero } from '../kernel/ui/format/format.ts';
import { Notice } from '../kernel/ui/cards/notice.tsx';
import { sellTexts } from './sell-texts.ts';
import { dateTimeText } from '../kernel/ui/format/times.ts';
import { type Opening, openingOf } from './sell-opening.ts';
import { timeLeft } from './time-left.ts';

const { notAvailable: words } = sellTexts;

interface NotAvailableProps {
  readonly eligibility: EligibilityJson;
  readonly stakes: readonly StakeJson[];
}

/** Why nothing can be sold now, when it becomes possible, and the way there. */
export function NotAvailable({ eligibility, stakes }: NotAvailableProps) {
  const opening = openingOf(stakes, useServerNow());
  const isNew = opening.kind === 'none' && isZero(eligibility.available);
  const when = useWhen(eligibility, opening, isNew);
  return (
    <Notice tone="time" title={words.title}>
      <p>{eligibility.reason}</p>
      <p className="mt-1 text-quiet">{when}</p>
      <div className="mt-2">
        {opening.kind === 'open' ? (
          <UnstakeButton stake={opening.stake} size="sm" />
        ) : (
          <Link
            href={isNew ? '/?tab=bond' : '/?tab=stake'}
            className="hit inline-flex items-center rounded-sm text-accent underline-offset-3 hover:underline"
          >
            {isNew ? words.toBond : words.toStake}
          </Link>
        )}
      </div>
    </Notice>
  );
}

function useWhen(eligibility: EligibilityJson, opening: Opening, isNew: boolean): string {
  const { code, possibleAt, resetsAt } = eligibility;
  const now = useServerNow();
  const { data: settings } = useQuery(protocolSettingsQuery());
  if (possibleAt !== null && resetsAt !== null && Date.parse(possibleAt) < Date.parse(resetsAt)) {
    return words.used(dateTimeText(possibleAt), dateTimeText(resetsAt));
  }
  if (possibleAt !== null) {
    return words.from(
      dateTimeText(possibleAt),
      timeLeft(Math.max(0, Date.parse(possibleAt) - now)),
    );
  }
  if (code === 'SELL_NO_UNSTAKED' || opening.kind === 'open') return words.noUnstaked;
  const earliest = textOf(opening.opens);
  if (opening.kind === 'vesting') return words.vesting(textOf(opening.vests), earliest);
  if (opening.kind === 'ready') return words.ready(earliest);
  const fee = settings ? formatPercent(settings.stakingFee) : '';
  return isNew
    ? words.noLmt(fee, textOf(opening.opens + BONDING_LOCK_MS))
    : words.newVault(fee, earliest);
}

function textOf(ms: number): string {
  return dateTimeText(new Date(ms).toISOString());
}
