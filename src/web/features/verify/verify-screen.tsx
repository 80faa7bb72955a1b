import { useQuery } from '@tanstack/react-query';
import { ScanSearch } from 'lucide-react';
import { useSearch } from 'wouter';

import { INTERVALS_MS } from '../../api/intervals.ts';
import { proofDaysQuery } from '../../api/proof.ts';
import { statusQuery } from '../../api/queries.ts';
import { readOf } from '../../api/read-of.ts';
import { verifyTexts } from '../../texts/verify.ts';
import { Card } from '../../ui/cards/card.tsx';
import { DataCard } from '../../ui/cards/data-card.tsx';
import { Empty } from '../../ui/cards/empty.tsx';
import { Notice } from '../../ui/cards/notice.tsx';
import { DayCard } from './day-card.tsx';
import { VerifyDay } from './verify-day.tsx';

/** The proof of liabilities, worked out by the reader's own browser. */
export function VerifyScreen() {
  const wanted = new URLSearchParams(useSearch()).get('day');
  const { data: status } = useQuery(statusQuery());
  const query = useQuery(proofDaysQuery());
  const days = query.data?.days;
  if (!days) {
    return (
      <DataCard
        title={verifyTexts.title}
        says={verifyTexts}
        read={readOf(query, INTERVALS_MS.transparency)}
        skeleton={{ text: 400, items: 10 }}
      >
        {() => null}
      </DataCard>
    );
  }
  const day = wanted ?? days[0];
  if (day === undefined) return <Nothing isDemo={isDemo(status?.network)} />;
  return (
    <>
      <DayCard days={days} day={day} />
      {days.includes(day) ? (
        <VerifyDay key={day} day={day} />
      ) : (
        <Notice tone="bad" title={verifyTexts.days.unknown(day)}>
          {verifyTexts.days.missingHint}
        </Notice>
      )}
    </>
  );
}

/** The demo answers in the place of a server; its network is no cluster's. */
const isDemo = (network: string | undefined): boolean => network === 'demo';

function Nothing({ isDemo }: { readonly isDemo: boolean }) {
  const [title, hint] = isDemo
    ? [verifyTexts.demo, verifyTexts.demoHint]
    : [verifyTexts.none, verifyTexts.noneHint];
  return (
    <Card title={verifyTexts.title}>
      <p className="max-w-[75ch] text-quiet">{verifyTexts.intro}</p>
      <Empty icon={<ScanSearch aria-hidden />} title={title} hint={hint} />
    </Card>
  );
}
