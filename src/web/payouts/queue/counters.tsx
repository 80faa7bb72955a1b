import { type ReactNode, useId } from 'react';

import type { AllSells } from '../../kernel/api/reads/admin-queries.ts';
import { serverOffsetMs } from '../../kernel/api/server-time.ts';
import { secondText } from '../../kernel/ui/format/date-text.ts';
import { cx } from '../../kernel/ui/format/cx.ts';
import { DataAge } from '../../kernel/ui/cards/data-age.tsx';
import type { Age, Refresh } from '../../kernel/ui/cards/read.ts';
import { verificationsTexts } from './queue-texts.ts';
import { SafeFigure } from '../../kernel/dashboard/sensitive.tsx';

const { counters: words } = verificationsTexts;
interface CountersProps {
  readonly sells: AllSells;
  readonly age: Age;
  readonly refresh: Refresh;
}

/** How much waits, how old the figures are, and what the treasury can pay: one line, which leaves the room to the queue. */
export function Counters({ sells, age, refresh }: CountersProps) {
  const { pendingCount, totalCount, pendingValueUSD, treasury } = sells;
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="flex flex-wrap items-center gap-x-5 gap-y-2 rounded-card border border-line bg-card px-4 py-2 max-sm:grid max-sm:grid-cols-[repeat(3,auto)] max-tight:flex sm:gap-x-7 sm:px-5"
    >
      <h2 id={id} className="text-md leading-tight font-semibold max-sm:col-span-2">
        {words.title}
      </h2>
      <Sum label={words.pending}>
        <SafeFigure decimals={0} value={String(pendingCount)} />
      </Sum>
      <Sum label={words.total}>
        <SafeFigure decimals={0} value={String(totalCount)} />
      </Sum>
      <Sum label={words.value}>
        <SafeFigure prefix="$" value={pendingValueUSD} />
      </Sum>
      <Sum label={words.updated}>
        <span className="font-[560]">{secondText(age.readAt + serverOffsetMs())}</span>
      </Sum>
      <Sum label={words.treasury} className="max-sm:col-span-2">
        {treasury ? (
          <span className="flex flex-wrap gap-x-4">
            <SafeFigure value={treasury.SOL.available} unit="SOL" />
            <SafeFigure value={treasury.USDC.available} unit="USDC" />
          </span>
        ) : (
          <span className="text-sm text-faint">{words.treasuryUnknown}</span>
        )}
      </Sum>
      <div className="ml-auto text-right text-sm text-faint max-sm:col-start-3 max-sm:row-start-1">
        <DataAge age={age} refresh={refresh} />
      </div>
    </section>
  );
}

interface SumProps {
  readonly label: string;
  readonly className?: string;
  readonly children: ReactNode;
}

function Sum({ label, className, children }: SumProps) {
  return (
    <div className={cx('leading-snug', className)}>
      <div className="text-xs text-quiet">{label}</div>
      {children}
    </div>
  );
}
