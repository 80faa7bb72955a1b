import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { PATHS } from '#contract/paths';

import { adminFile } from '../../../api/admin-client.ts';
import { type SellFilter, sellsPage } from '../../../api/admin-sells.ts';
import { faultOf } from '../../../api/fault.ts';
import { ADMIN_INTERVALS_MS } from '../../../api/admin-intervals.ts';
import { CardError } from '../../../ui/cards/card-error.tsx';
import { SearchBox } from '../../../ui/forms/search-box.tsx';
import { Segmented } from '../../../ui/forms/segmented.tsx';
import { Skeleton } from '../../../ui/cards/skeleton.tsx';
import { adminTexts } from '../../../texts/admin.ts';
import { verificationsTexts } from '../../../texts/admin-verifications.ts';
import { Toolbar } from '../../../ui/tables/toolbar.tsx';
import { useSettled } from '../../../ui/forms/use-settled.ts';
import { ExportButton } from '../export-button.tsx';
import { SellTable } from './sell-table.tsx';

const { history: words, failed } = verificationsTexts;
const STATUSES = ['all', 'pending', 'approved', 'rejected', 'cancelled'] as const;
type Status = (typeof STATUSES)[number];
const FILTERS = STATUSES.map((value) => ({ value, label: words.filters[value] }));

/** All requests there ever were, in pages, searched and filtered by the server. */
export function AllRequests() {
  const [search, setSearch] = useState('');
  const [status, setStatus] = useState<Status>('all');
  const filter = { search: useSettled(search), status: status === 'all' ? null : status };
  return (
    <>
      <Toolbar label={words.tools}>
        <SearchBox label={words.search} value={search} onChange={setSearch} />
        <div className="max-w-full overflow-x-auto">
          <Segmented label={words.filter} value={status} options={FILTERS} onChange={setStatus} />
        </div>
        <ExportButton
          className="wide:ml-auto"
          read={() => adminFile(PATHS.adminSellsCsv, { query: filter })}
          file="sell-verifications.csv"
        >
          {words.export}
        </ExportButton>
      </Toolbar>
      <Found filter={filter} />
    </>
  );
}

function Found({ filter }: { readonly filter: SellFilter }) {
  const result = useInfiniteQuery({
    queryKey: ['api', 'admin', 'sell-verifications', 'all', filter],
    queryFn: ({ pageParam, signal }) => sellsPage(filter, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
    refetchInterval: ADMIN_INTERVALS_MS.adminSells,
  });
  const { data, error, isFetching, refetch, hasNextPage, isFetchingNextPage } = result;
  if (!data) {
    const refresh = { running: isFetching, start: () => void refetch() };
    return error ? (
      <CardError title={failed} fault={faultOf(error)} refresh={refresh} />
    ) : (
      <Skeleton className="h-[240px]" />
    );
  }
  const sells = data.pages.flatMap((page) => page.sells);
  const total = data.pages[0]?.total ?? 0;
  if (sells.length === 0) return <p className="text-quiet">{words.emptyAll}</p>;
  return (
    <>
      <SellTable
        label={words.titleAll}
        sells={sells}
        total={total}
        onEnd={() => {
          if (hasNextPage && !isFetchingNextPage) void result.fetchNextPage();
        }}
      />
      <p className="mt-3 text-sm text-faint">{adminTexts.list.shown(sells.length, total)}</p>
    </>
  );
}
