import { useInfiniteQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';

import { PATHS } from '#contract/base/paths';

import { type AdminLog, type LogChoice, logQuery } from '../kernel/api/reads/audit-queries.ts';
import { adminFile } from '../kernel/api/admin-client.ts';
import { ADMIN_INTERVALS_MS } from '../kernel/api/admin-intervals.ts';
import { readOf } from '../kernel/api/read-of.ts';
import { Badge } from '../kernel/ui/marks/badge.tsx';
import { Button } from '../kernel/ui/forms/button.tsx';
import { Card } from '../kernel/ui/cards/card.tsx';
import { Empty } from '../kernel/ui/cards/empty.tsx';
import { auditTexts } from './audit-texts.ts';
import { useKept } from '../kernel/ui/state/use-kept.ts';
import { useSettled } from '../kernel/ui/forms/use-settled.ts';
import { ReadPart } from '../kernel/ui/cards/read-part.tsx';
import { useDownload } from '../kernel/dashboard/use-download.ts';
import { LogFilters } from './log-filters.tsx';
import { dateTimeText } from '../kernel/ui/format/times.ts';
import { SafeAddress, SafeText } from '../kernel/dashboard/sensitive.tsx';
import { didText } from './call-words.ts';

const { log: words } = auditTexts;
const FIRST: LogChoice = { search: '', call: '', from: '', to: '' };

/** Everything the owner did, with before and after, and whether the chain of hashes is whole. */
export function AdminLogCard() {
  const [choice, setChoice] = useKept('admin log', FIRST);
  const search = useSettled(choice.search);
  const settled = { ...choice, search: search.trim() };
  const query = useInfiniteQuery(logQuery(settled));
  const file = () => adminFile(PATHS.adminLogCsv, { query: settled });
  const download = useDownload(file, 'lmt-admin-log.csv');
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

type Entry = AdminLog['entries'][number];

/** One thing the owner did; open it for before and after. */
function LogLine({ entry }: { readonly entry: Entry }) {
  const { seq, at, actor, call, reason, hash } = entry;
  return (
    <li className="border-t border-line first:border-t-0">
      <details className="group py-2">
        <summary
          aria-label={words.show(seq)}
          className="hit grid cursor-pointer grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 rounded-md"
        >
          <span className="min-w-0 truncate font-[550]" data-hint={call}>
            {didText(call, entry.after, entry.before)}
          </span>
          <span className="text-sm text-faint">{dateTimeText(at)}</span>
          <span className="min-w-0 truncate text-sm text-quiet">
            {reason === null ? words.noReason : <SafeText>{reason}</SafeText>}
          </span>
          <span className="text-sm text-faint">#{seq}</span>
        </summary>
        <div className="mt-3 grid gap-3 wide:grid-cols-2">
          <Value label={words.before} value={entry.before} />
          <Value label={words.after} value={entry.after} />
        </div>
        <p className="mt-2 text-sm break-all text-faint">
          {words.actor} {isWallet(actor) ? <SafeAddress address={actor} /> : actor} ·{' '}
          <code className="font-mono">{call}</code> · {words.hash}{' '}
          <code className="font-mono">{hash}</code>
        </p>
      </details>
    </li>
  );
}

/** A line of the server's own is signed with a name instead. */
const isWallet = (actor: string): boolean => !actor.includes(' ');

function Value({ label, value }: { readonly label: string; readonly value: unknown }) {
  return (
    <div className="min-w-0">
      <h4 className="text-sm text-faint">{label}</h4>
      <pre className="mt-1 max-h-72 overflow-auto rounded-control bg-raise p-3 text-xs">
        <SafeText>{JSON.stringify(value, null, 2)}</SafeText>
      </pre>
    </div>
  );
}
