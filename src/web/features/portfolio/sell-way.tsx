import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';

import type { EligibilityJson } from '#contract/sells';

import { usePaused } from '../../api/use-paused.ts';
import { eligibilityQuery } from '../../api/vault-queries.ts';
import { buttonClass } from '../../ui/forms/button-class.ts';
import { amountText } from '../../ui/format/digits.ts';
import { Notice } from '../../ui/cards/notice.tsx';
import { Skeleton } from '../../ui/cards/skeleton.tsx';
import { portfolioTexts } from '../../texts/portfolio.ts';
import { dateTimeText } from '../../ui/format/times.ts';

const { sell } = portfolioTexts;

/** The way to the Sell screen, or why there is none now. */
export function SellWay({ userId }: { readonly userId: string }) {
  const { data, isError } = useQuery(eligibilityQuery(userId));
  const isPaused = usePaused();
  if (!data) {
    return isError ? <Notice>{sell.failed}</Notice> : <Skeleton items={1} />;
  }
  const reason = isPaused ? sell.paused : reasonOf(data);
  if (reason === null) {
    return (
      <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
        <p className="text-quiet">{sell.hint(amountText('LMT', data.remainingLimit))}</p>
        <Link href="/sell" className={buttonClass({})}>
          {sell.button}
        </Link>
      </div>
    );
  }
  return (
    <Notice title={sell.not}>
      <span className="text-quiet">{reason}</span>{' '}
      {data.pending && (
        <Link href="/sell" className="text-accent underline underline-offset-3">
          {sell.show}
        </Link>
      )}
    </Notice>
  );
}

/** Why no request can be made; null where one can. */
function reasonOf(of: EligibilityJson): string | null {
  if (of.pending) return sell.pending;
  if (!of.eligible) {
    const when = of.possibleAt === null ? '' : `. ${sell.from(dateTimeText(of.possibleAt))}`;
    return `${of.reason ?? ''}${when}`;
  }
  return of.resetsAt === null ? null : sell.limit(dateTimeText(of.resetsAt));
}
