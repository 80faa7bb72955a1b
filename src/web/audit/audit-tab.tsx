import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type AuditChoice,
  auditQuery,
  chainAuditQuery,
} from '../kernel/api/reads/audit-queries.ts';
import { ADMIN_INTERVALS_MS } from '../kernel/api/admin-intervals.ts';
import { readOf } from '../kernel/api/read-of.ts';
import { DataCard } from '../kernel/ui/cards/data-card.tsx';
import { Dialog } from '../kernel/ui/overlays/dialog.tsx';
import { auditTexts as words } from './audit-texts.ts';
import { useKept } from '../kernel/ui/state/use-kept.ts';
import { useSettled } from '../kernel/ui/forms/use-settled.ts';
import { UserEditor } from '../users/user-editor.tsx';
import { Tabs } from '../kernel/ui/cards/tabs.tsx';
import { AdminLogCard } from './admin-log.tsx';
import { AuditSummary } from './audit-summary.tsx';
import { AuditTable } from './audit-table.tsx';
import { AuditTools } from './audit-tools.tsx';
import { optionsOf } from '../kernel/ui/forms/options.ts';
import { SearchBox } from '../kernel/ui/forms/search-box.tsx';
import { Segmented } from '../kernel/ui/forms/segmented.tsx';
import { Card } from '../kernel/ui/cards/card.tsx';
import { Figure } from '../kernel/ui/format/figure.tsx';
import { KeyValues } from '../kernel/ui/tables/key-values.tsx';
import { latestOf } from '../kernel/ui/tables/latest-of.ts';
import { Skeleton } from '../kernel/ui/cards/skeleton.tsx';
import { dateTimeText } from '../kernel/ui/format/times.ts';

type View = 'users' | 'log';

/** Every user held against ledger and chain, and everything that the owner did. */
export default function AuditTab() {
  const [view, setView] = useKept<View>('admin audit view', 'users');
  return (
    <Tabs<View>
      label={words.views}
      value={view}
      onChange={setView}
      tabs={[
        { value: 'users', label: words.usersView, content: <UserAudit /> },
        { value: 'log', label: words.logView, content: <AdminLogCard /> },
      ]}
    />
  );
}

const FIRST: AuditChoice = { filter: 'all', search: '', sort: 'risk', direction: 'desc' };

/** The comprehensive audit: tools, what the chain said last, the summary, and every user. */
function UserAudit() {
  const [choice, setChoice] = useKept('admin audit', FIRST);
  const [opened, setOpened] = useState<string | null>(null);
  const search = useSettled(choice.search);
  const settled = { ...choice, search: search.trim() };
  const query = useInfiniteQuery(auditQuery(settled));
  const client = useQueryClient();
  const total = query.data?.pages[0]?.total ?? 0;
  const close = () => {
    setOpened(null);
    void client.invalidateQueries({ queryKey: ['api', 'admin', 'audit'] });
  };
  return (
    <div className="grid grid-cols-1 gap-4">
      <AuditTools choice={settled} total={total} />
      <LastVerification />
      <DataCard
        title={words.title}
        says={words}
        read={readOf(query, ADMIN_INTERVALS_MS.adminAudit)}
        isLoadingShown
        skeleton={{ figures: 8, rows: 16 }}
      >
        {({ pages }) => (
          <div className="grid grid-cols-1 gap-6">
            {pages[0] && <AuditSummary audit={pages[0].body} />}
            <AuditFilters choice={choice} onChange={setChoice} />
            <AuditTable
              users={latestOf(
                pages.flatMap(({ body }) => body.users),
                ({ userId }) => userId,
              )}
              total={total}
              choice={choice}
              onSort={setChoice}
              onOpen={setOpened}
              onEnd={() => {
                if (query.hasNextPage && !query.isFetchingNextPage) void query.fetchNextPage();
              }}
            />
          </div>
        )}
      </DataCard>
      {opened !== null && (
        <Dialog open onOpenChange={close} size="full" title={words.editor}>
          <UserEditor userId={opened} onClose={close} />
        </Dialog>
      )}
    </div>
  );
}

type Filter = AuditChoice['filter'];
const FILTERS: readonly Filter[] = ['all', 'issues', 'high', 'medium'];

interface AuditFiltersProps {
  readonly choice: AuditChoice;
  readonly onChange: (choice: AuditChoice) => void;
}

function AuditFilters({ choice, onChange }: AuditFiltersProps) {
  return (
    <div data-dense className="flex flex-wrap items-center justify-between gap-3">
      <div className="max-w-full overflow-x-auto">
        <Segmented<Filter>
          label={words.filter}
          value={choice.filter}
          options={optionsOf(FILTERS, words.filters)}
          onChange={(filter) => onChange({ ...choice, filter })}
        />
      </div>
      <SearchBox
        label={words.search}
        value={choice.search}
        onChange={(search) => onChange({ ...choice, search })}
      />
    </div>
  );
}

const { verification } = words;

/** What the chain said when it was last asked about everything. */
function LastVerification() {
  const { data, isError } = useInfiniteQuery(chainAuditQuery());
  const last = data?.pages[0]?.body.lastVerification;
  return (
    <Card title={verification.title}>
      {last === undefined && !isError ? (
        <Skeleton rows={2} />
      ) : last ? (
        <KeyValues
          items={[
            { key: verification.time, value: dateTimeText(last.at) },
            {
              key: verification.bonds,
              value: <Figure value={String(last.bondsVerified)} decimals={0} />,
            },
            { key: verification.message, value: last.message },
          ]}
        />
      ) : (
        <p className="text-quiet">
          {verification.never}. {verification.neverHint}
        </p>
      )}
    </Card>
  );
}
