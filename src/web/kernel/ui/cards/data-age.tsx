import { RefreshCw } from 'lucide-react';

import { Button } from '../forms/button.tsx';
import type { Age, Refresh } from './read.ts';
import { texts } from '../texts/shared-texts.ts';
import { ageText } from '../format/times.ts';
import { useNow } from '../format/use-now.ts';

interface DataAgeProps {
  readonly age: Age;
  readonly refresh: Refresh;
}

/** How old a card's data are; with a way to refresh them once they are older than they should be and no read is under way. */
export function DataAge({ age, refresh }: DataAgeProps) {
  const ageMs = Math.max(0, useNow() - age.readAt);
  const isFresh = ageMs <= age.overdueMs || refresh.running;
  if (!age.failed && isFresh) return <span>{ageText(ageMs)}</span>;
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-amber">
      {texts.age.stale(ageText(ageMs))}
      <Button size="sm" busy={refresh.running} onClick={refresh.start}>
        <RefreshCw aria-hidden className="size-3.5" />
        {texts.actions.refresh}
      </Button>
    </span>
  );
}
