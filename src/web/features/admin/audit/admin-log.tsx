import { useInfiniteQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';

import { type AdminLog, type LogChoice, exportLog, logQuery } from '../../../api/admin-audit.ts';
import { ADMIN_INTERVALS_MS } from '../../../api/admin-intervals.ts';
import { readOf } from '../../../api/read-of.ts';
import { Badge } from '../../../ui/marks/badge.tsx';
import { Button } from '../../../ui/forms/button.tsx';
import { Card } from '../../../ui/cards/card.tsx';
import { Empty } from '../../../ui/cards/empty.tsx';
import { auditTexts } from '../../../texts/admin-audit.ts';
import { useSettled } from '../../../ui/forms/use-settled.ts';
import { ReadPart } from '../../../ui/cards/read-part.tsx';
import { useDownload } from '../use-download.ts';
import { LogFilters } from './log-filters.tsx';
import { LogLine } from './log-line.tsx';

const { log: words } = auditTexts;
const FIRST: LogChoice = { search: '', call: '', from: '', to: '' };

/** Everything the owner did, with before and after, and whether the chain of hashes is whole. */
export function AdminLogCard() {
  const [choice, setChoice] = useState(FIRST);
  const search = useSettled(choice.search) ?? '';
  const settled = { ...choice, search: search.trim() };
  const query = useInfiniteQuery(logQuery(settled));
  const download = useDownload(() => exportLog(settled), 'lmt-admin-log.csv');
  const isNarrowed = Object.values(settled).some((value) => value !== '');
  return (
    <Card
      title={words.title}
      aside={
        <Button size="sm" busy={download.isPending} onClick={download.start}>
          <Download aria-hidden className="size-4" />
          {words.export}
        </Button>
      }
    >
      <div className="grid grid-cols-1 gap-4">
        <p className="max-w-[72ch] text-sm text-quiet">{words.hint}</p>
        <LogFilters choice={choice} onChange={setChoice} />
        <ReadPart
          read={readOf(query, ADMIN_INTERVALS_MS.adminLists)}
          says={words}
          skeleton={{ items: 8 }}
        >
          {({ pages }) => (
            <>
              <Whole log={pages.at(-1)} />
              <Lines entries={pages.flatMap(({ entries }) => entries)} isNarrowed={isNarrowed} />
            </>
          )}
        </ReadPart>
        {query.hasNextPage && (
          <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {words.more}
          </Button>
        )}
      </div>
    </Card>
  );
}

/** As the newest answer says it: each page comes with a check of the whole log. */
function Whole({ log }: { readonly log: AdminLog | undefined }) {
  if (!log) return null;
  const { firstBroken, garbled } = log;
  return (
    <div className="grid gap-1.5">
      <p>
        <Badge tone={firstBroken === null ? 'good' : 'bad'}>
          {firstBroken === null ? words.holds : words.broken(firstBroken)}
        </Badge>
      </p>
      {garbled.length > 0 && <p className="text-sm text-quiet">{words.garbled(garbled)}</p>}
    </div>
  );
}

interface LinesProps {
  readonly entries: AdminLog['entries'];
  readonly isNarrowed: boolean;
}

function Lines({ entries, isNarrowed }: LinesProps) {
  if (entries.length === 0) {
    return isNarrowed ? (
      <Empty title={words.noneFound} hint={words.noneFoundHint} />
    ) : (
      <Empty title={words.empty} hint={words.emptyHint} />
    );
  }
  return (
    <ul aria-label={words.list}>
      {entries.map((entry) => (
        <LogLine key={entry.seq} entry={entry} />
      ))}
    </ul>
  );
}
