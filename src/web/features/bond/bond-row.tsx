import { ArrowRight } from 'lucide-react';
import type { BondJson } from '#contract/bonds';
import { useServerNow } from '../../api/use-server-now.ts';
import { ClaimButtons } from '../../flows/claim/claim-buttons.tsx';
import { Worth } from '../../flows/price/worth.tsx';
import { CellBar } from '../../ui/charts/cell-bar.tsx';
import { Badge } from '../../ui/marks/badge.tsx';
import { Countdown } from '../../ui/format/countdown.tsx';
import { Figure } from '../../ui/format/figure.tsx';
import { amountText } from '../../ui/format/digits.ts';
import { bondTexts } from '../../texts/bond.ts';
import { dateTimeText, partPassed } from '../../ui/format/times.ts';
import { TransactionLink } from '../../flows/transaction/transaction-link.tsx';

const { list } = bondTexts;

/** One bond: what was paid for what, how far its lock is, and the claim once it is over. */
export function BondRow({ bond }: { readonly bond: BondJson }) {
  const {
    tokenType,
    amount,
    lmtAmount,
    unpricedAmount,
    createdAt,
    bondingStartTime,
    transactionHash,
  } = bond;
  return (
    <li className="grid gap-3 border-t border-line py-4 first:border-t-0">
      <div>
        <div className="flex items-start justify-between gap-x-3 max-tight:flex-wrap">
          <p className="flex flex-wrap items-center gap-x-2 text-md">
            <Figure value={amount} unit={tokenType} />
            <ArrowRight aria-hidden className="size-4 text-faint" />
            <Figure value={lmtAmount} unit="LMT" />
            <Worth token="LMT" amount={lmtAmount} className="text-sm" />
          </p>
          <Badge tone={bond.claimable ? 'good' : bond.status === 'pending' ? 'time' : 'neutral'}>
            {bond.claimable ? list.ready : (list.status[bond.status] ?? bond.status)}
          </Badge>
        </div>
        <p className="mt-1 flex flex-wrap items-center gap-x-3 text-sm text-faint">
          {bondingStartTime === null
            ? list.recorded(dateTimeText(createdAt))
            : list.paid(dateTimeText(bondingStartTime))}
          {transactionHash !== null && <TransactionLink signature={transactionHash} />}
        </p>
      </div>
      {/[1-9]/.test(unpricedAmount) && (
        <p className="text-sm text-amber">
          {list.unpriced(`${amountText(tokenType, unpricedAmount)} ${tokenType}`)}
        </p>
      )}
      <Lock bond={bond} />
    </li>
  );
}

function Lock({ bond }: { readonly bond: BondJson }) {
  const now = useServerNow();
  const { claimable, bondingEndTime, bondingStartTime, status } = bond;
  if (claimable) {
    return (
      <div className="flex justify-end">
        <ClaimButtons bonds={[bond]} />
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
      <CellBar label={`${list.progress}: ${Math.floor(part * 100)}%`} part={part} />
      <p className="mt-1.5 flex flex-wrap justify-between gap-x-4 text-sm text-faint">
        <span>{list.claimFrom(dateTimeText(bondingEndTime))}</span>
        <span>
          <Countdown now={now} target={end} className="font-mono text-text" /> {list.left}
        </span>
      </p>
    </div>
  );
}
