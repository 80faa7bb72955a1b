import { useQuery } from '@tanstack/react-query';
import { ScanSearch } from 'lucide-react';
import { useSearch, useLocation } from 'wouter';

import { proofDaysQuery } from '../kernel/api/reads/proof-queries.ts';
import { statusQuery } from '../kernel/api/queries.ts';
import { useRead } from '../kernel/api/read-of.ts';
import { verifyTexts } from './verify-texts.ts';
import { Card } from '../kernel/ui/cards/card.tsx';
import { DataCard } from '../kernel/ui/cards/data-card.tsx';
import { Empty } from '../kernel/ui/cards/empty.tsx';
import { Notice } from '../kernel/ui/cards/notice.tsx';
import { VerifyDay } from './verify-day.tsx';
import { gapsBetween } from './checks/missing-days.ts';
import { SelectField } from '../kernel/ui/forms/select-field.tsx';
import { useServerNow } from '../kernel/api/use-server-now.ts';

/** Screen that checks the proof of liabilities in the reader's browser. */
export function VerifyScreen() {
  const wanted = new URLSearchParams(useSearch()).get('day');
  const { data: status } = useQuery(statusQuery());
  const read = useRead(proofDaysQuery());
  if (read.state !== 'ready') {
    return (
      <DataCard
        title={verifyTexts.title}
        says={verifyTexts}
        read={read}
        skeleton={{ text: 400, items: 10 }}
      >
        {() => null}
      </DataCard>
    );
  }
  const { days } = read.data;
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

/** True in the demo, which replaces the server. */
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

const { days: daysWords } = verifyTexts;

interface DayCardProps {
  readonly days: readonly string[];
  readonly day: string;
}

/** Choice of the day, and the days that are missing. */
function DayCard({ days, day }: DayCardProps) {
  const [, navigate] = useLocation();
  const options = (days.includes(day) ? days : [day, ...days]).map((value) => ({
    value,
    label: value,
  }));
  return (
    <Card title={verifyTexts.title}>
      <div className="grid gap-4">
        <p className="max-w-[75ch] text-quiet">{verifyTexts.intro}</p>
        <div className="max-w-60">
          <SelectField
            label={verifyTexts.day}
            value={day}
            options={options}
            onChange={(chosen) => navigate(`/verify?day=${chosen}`)}
          />
        </div>
        <Missing days={days} />
      </div>
    </Card>
  );
}

function Missing({ days }: { readonly days: readonly string[] }) {
  const today = new Date(useServerNow()).toISOString().slice(0, 10);
  const [newest] = days;
  const lines = gapsBetween(days).map(({ first, last }) => daysWords.missing(first, last));
  if (newest !== undefined && newest < today) lines.unshift(daysWords.late(newest));
  if (lines.length === 0) return null;
  return (
    <Notice tone="time" title={daysWords.missingTitle}>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p className="mt-1 text-quiet">{daysWords.missingHint}</p>
    </Notice>
  );
}
