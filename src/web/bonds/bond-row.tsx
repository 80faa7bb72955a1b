import { ArrowRight } from 'lucide-react';

import type { BondJson } from '#contract/bonds/bonds';

import { useServerNow } from '../kernel/api/use-server-now.ts';
import { bondTexts } from './bond-texts.ts';
import { portfolioTexts } from '../kernel/ui/texts/portfolio-texts.ts';
import { CellBar } from '../kernel/ui/charts/cell-bar.tsx';
import { Progress } from '../kernel/ui/charts/progress.tsx';
import { Countdown } from '../kernel/ui/format/countdown.tsx';
import { cx } from '../kernel/ui/format/cx.ts';
import { amountText } from '../kernel/ui/format/digits.ts';
import { Figure } from '../kernel/ui/format/figure.tsx';
import { isZero } from '../kernel/ui/format/format.ts';
import { dateTimeText, partPassed } from '../kernel/ui/format/times.ts';
import { Badge } from '../kernel/ui/marks/badge.tsx';
import { Worth } from '../kernel/prices/worth.tsx';
import { TransactionLink } from '../kernel/api/transaction-link.tsx';
import { ClaimButtons } from './claim-buttons.tsx';

const { list } = bondTexts;

interface BondRowProps {
  readonly bond: BondJson;
  /** Less of it, among everything else that the user has. */
  readonly isBrief?: boolean;
}

/** One bond: what was paid for what, how far its lock is, and the claim once it is over. */
export function BondRow({ bond, isBrief = false }: BondRowProps) {
  const { tokenType, amount, lmtAmount, unpricedAmount, claimable, status } = bond;
  return (
    <li
      className={cx(
        'grid border-t border-line first:border-t-0',
        isBrief ? 'gap-2.5 py-3.5' : 'gap-3 py-4',
      )}
    >
      <div>
        <div className="flex items-start justify-between gap-x-3 max-tight:flex-wrap">
          <p className="flex flex-wrap items-center gap-x-2 text-md">
            <Figure value={amount} unit={tokenType} />
            <ArrowRight aria-hidden className="size-4 text-faint" />
            <Figure value={lmtAmount} unit="LMT" />
            {!isBrief && <Worth token="LMT" amount={lmtAmount} className="text-sm" />}
          </p>
          <Badge tone={claimable ? 'good' : status === 'pending' ? 'time' : 'neutral'}>
            {claimable ? list.ready : (list.status[status] ?? status)}
          </Badge>
        </div>
        <Since {...{ bond, isBrief }} />
      </div>
      {!isBrief && !isZero(unpricedAmount) && (
        <p className="text-sm text-amber">
          {list.unpriced(`${amountText(tokenType, unpricedAmount)} ${tokenType}`)}
        </p>
      )}
      <Lock {...{ bond, isBrief }} />
    </li>
  );
}

function Since({ bond, isBrief }: Required<BondRowProps>) {
  const { bondingStartTime, createdAt, transactionHash } = bond;
  const when = dateTimeText(bondingStartTime ?? createdAt);
  if (isBrief)
    return <p className="text-sm text-faint">{portfolioTexts.positions.started(when)}</p>;
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-3 text-sm text-faint">
      {bondingStartTime === null ? list.recorded(when) : list.paid(when)}
      {transactionHash !== null && <TransactionLink signature={transactionHash} />}
    </p>
  );
}

function Lock({ bond, isBrief }: Required<BondRowProps>) {
  const now = useServerNow();
  const { claimable, bondingEndTime, bondingStartTime, status } = bond;
  if (claimable) {
    return (
      <div className="flex justify-end">
        <ClaimButtons bonds={[bond]} size={isBrief ? 'sm' : 'md'} />
      </div>
    );
  }
  if (status === 'pending' || bondingEndTime === null || bondingStartTime === null) {
    return <p className="text-sm text-amber">{list.awaiting}</p>;
  }
  const [start, end] = [Date.parse(bondingStartTime), Date.parse(bondingEndTime)];
  if (end <= now) return <p className="text-sm text-quiet">{list.finalizing}</p>;
  const part = partPassed(start, end, now);
  return (
    <div>
      {isBrief ? (
        <Progress label={list.progress} value={part} />
      ) : (
        <CellBar label={`${list.progress}: ${Math.floor(part * 100)}%`} part={part} />
      )}
      <p
        className={cx(
          'mt-1.5 text-sm text-faint',
          isBrief ? 'text-right' : 'flex flex-wrap justify-between gap-x-4',
        )}
      >
        {!isBrief && <span>{list.claimFrom(dateTimeText(bondingEndTime))}</span>}
        <span>
          <Countdown now={now} target={end} className="font-mono text-text" /> {list.left}
        </span>
      </p>
    </div>
  );
}
