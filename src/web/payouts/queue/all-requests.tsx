import { PATHS } from '#contract/base/paths';

import { adminFile, adminPage } from '../../kernel/api/admin-client.ts';
import { ADMIN_INTERVALS_MS } from '../../kernel/api/admin-intervals.ts';
import { ReadPart } from '../../kernel/ui/cards/read-part.tsx';
import { optionsOf } from '../../kernel/ui/forms/options.ts';
import { SearchBox } from '../../kernel/ui/forms/search-box.tsx';
import { Segmented } from '../../kernel/ui/forms/segmented.tsx';
import { adminTexts } from '../../kernel/dashboard/dashboard-texts.ts';
import { verificationsTexts } from './queue-texts.ts';
import { Toolbar } from '../../kernel/ui/tables/toolbar.tsx';
import { useKept } from '../../kernel/ui/state/use-kept.ts';
import { useSettled } from '../../kernel/ui/forms/use-settled.ts';
import { ExportButton } from '../../kernel/dashboard/export-button.tsx';
import { usePages } from '../../kernel/dashboard/use-pages.ts';
import { SellTable } from './sell-table.tsx';

const { history: words } = verificationsTexts;
const STATUSES = ['all', 'pending', 'approved', 'rejected', 'cancelled'] as const;
type Status = (typeof STATUSES)[number];
const FILTERS = optionsOf(STATUSES, words.filters);

/** All requests there ever were, in pages, searched and filtered by the server. */
export function AllRequests() {
  const [search, setSearch] = useKept('admin sells search', '');
  const [status, setStatus] = useKept<Status>('admin sells status', 'all');
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

const PAGE = 50;

interface FoundProps {
  readonly filter: { readonly search: string; readonly status: Exclude<Status, 'all'> | null };
}

function Found({ filter }: FoundProps) {
  const { read, total, more } = usePages({
    queryKey: ['api', 'admin', 'sell-verifications', 'all', filter],
    page: async ({ cursor }, signal) => {
      const query = { ...filter, limit: PAGE, cursor };
      const { body, total } = await adminPage(PATHS.adminSells, { query, signal });
      return { body: body.all, total, nextCursor: body.nextCursor };
    },
    intervalMs: ADMIN_INTERVALS_MS.adminSells,
  });
  return (
    <ReadPart read={read} says={verificationsTexts} skeleton={{ rows: 6 }}>
      {(sells) =>
        sells.length === 0 ? (
          <p className="text-quiet">{words.emptyAll}</p>
        ) : (
          <>
            <SellTable label={words.titleAll} sells={sells} total={total} onEnd={more} />
            <p className="mt-3 text-sm text-faint">{adminTexts.list.shown(sells.length, total)}</p>
          </>
        )
      }
    </ReadPart>
  );
}
