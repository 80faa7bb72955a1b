import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';

import { isZero } from '../../kernel/ui/format/format.ts';
import { useRead } from '../../kernel/api/read-of.ts';
import { portfolioQuery } from '../../kernel/api/reads/user-queries.ts';
import { Worth } from '../../kernel/prices/worth.tsx';
import { CardError } from '../../kernel/ui/cards/card-error.tsx';
import { Figure } from '../../kernel/ui/format/figure.tsx';
import { Notice } from '../../kernel/ui/cards/notice.tsx';
import { SkeletonLine } from '../../kernel/ui/cards/skeleton-line.tsx';
import { stakeTexts } from '../stake-texts.ts';

/** What there is to stake. */
export function Available({ userId }: { readonly userId: string }) {
  const { data } = useQuery(portfolioQuery(userId));
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-1.5">
      {stakeTexts.available}
      {data ? (
        <>
          <Figure value={data.unstakedLMT} unit="LMT" className="text-md text-text" />
          <Worth token="LMT" amount={data.unstakedLMT} />
        </>
      ) : (
        <SkeletonLine className="w-24" />
      )}
    </span>
  );
}

/** Why there is nothing to stake, and where it comes from; nothing where there is some. */
export function Nothing({ userId }: { readonly userId: string }) {
  const read = useRead(portfolioQuery(userId));
  if (read.state === 'error') {
    return <CardError title={stakeTexts.failed} fault={read.fault} refresh={read.refresh} />;
  }
  if (read.state === 'loading' || !isZero(read.data.unstakedLMT)) return null;
  const { text, action } = stakeTexts.nothing;
  return (
    <Notice>
      {text}{' '}
      <Link href="/?tab=bond" className="text-accent underline underline-offset-3">
        {action}
      </Link>
    </Notice>
  );
}
