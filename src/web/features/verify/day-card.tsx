import { useLocation } from 'wouter';

import { gapsBetween } from '../../flows/verify/missing-days.ts';
import { verifyTexts } from '../../texts/verify.ts';
import { Card } from '../../ui/cards/card.tsx';
import { Notice } from '../../ui/cards/notice.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { useServerNow } from '../../api/use-server-now.ts';

const { days: says } = verifyTexts;

interface DayCardProps {
  readonly days: readonly string[];
  readonly day: string;
}

/** Which day is checked, and which days are missing. */
export function DayCard({ days, day }: DayCardProps) {
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
  const lines = gapsBetween(days).map(({ first, last }) => says.missing(first, last));
  if (newest !== undefined && newest < today) lines.unshift(says.late(newest));
  if (lines.length === 0) return null;
  return (
    <Notice tone="time" title={says.missingTitle}>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p className="mt-1 text-quiet">{says.missingHint}</p>
    </Notice>
  );
}
