import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';

import { INTERVALS_MS } from '../../api/intervals.ts';
import { readOf } from '../../api/read-of.ts';
import { portfolioQuery } from '../../api/user-queries.ts';
import { CardError } from '../../ui/card-error.tsx';
import { Figure } from '../../ui/figure.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Stat } from '../../ui/stat.tsx';
import { stakeTexts } from '../../ui/texts/stake.ts';

/** What there is to stake, and the credit that stands for fees. */
export function Available({ userId }: { readonly userId: string }) {
  const read = readOf(useQuery(portfolioQuery(userId)), INTERVALS_MS.portfolio);
  if (read.state === 'error') {
    return <CardError title={stakeTexts.failed} fault={read.fault} refresh={read.refresh} />;
  }
  if (read.state === 'loading') {
    return <Stat label={stakeTexts.available} value={<Skeleton className="h-8 w-44" />} />;
  }
  const { unstakedLMT, feeCredit } = read.data;
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-4">
        <Stat
          label={stakeTexts.available}
          value={<Figure value={unstakedLMT} unit="LMT" size="lg" />}
        />
        {!isZero(feeCredit) && (
          <Stat
            label={stakeTexts.credit}
            value={<Figure value={feeCredit} unit="SOL" className="text-md" />}
            note={stakeTexts.creditNote}
          />
        )}
      </div>
      {isZero(unstakedLMT) && (
        <Notice>
          {stakeTexts.nothing.text}{' '}
          <Link href="/?tab=bond" className="text-accent underline underline-offset-3">
            {stakeTexts.nothing.action}
          </Link>
        </Notice>
      )}
    </>
  );
}

function isZero(amount: string): boolean {
  return !/[1-9]/.test(amount);
}
