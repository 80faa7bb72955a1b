import { Eraser, RefreshCw, Users } from 'lucide-react';

import type { AdminUserJson, UserFilter, UserSort } from '#contract/users/admin-users';
import { PATHS } from '#contract/base/paths';

import { adminFile, adminPage } from '../kernel/api/admin-client.ts';
import { ADMIN_INTERVALS_MS } from '../kernel/api/admin-intervals.ts';
import { Button } from '../kernel/ui/forms/button.tsx';
import { DataCard } from '../kernel/ui/cards/data-card.tsx';
import { Empty } from '../kernel/ui/cards/empty.tsx';
import { optionsOf } from '../kernel/ui/forms/options.ts';
import { SearchBox } from '../kernel/ui/forms/search-box.tsx';
import { Segmented } from '../kernel/ui/forms/segmented.tsx';
import { adminTexts } from '../kernel/dashboard/dashboard-texts.ts';
import { adminUsersTexts } from '../kernel/dashboard/user-texts.ts';
import type { Order } from '../kernel/ui/tables/column.ts';
import { Toolbar } from '../kernel/ui/tables/toolbar.tsx';
import { useKept } from '../kernel/ui/state/use-kept.ts';
import { useSettled } from '../kernel/ui/forms/use-settled.ts';
import { ExportButton } from '../kernel/dashboard/export-button.tsx';
import { SafeText, useHidden } from '../kernel/dashboard/sensitive.tsx';
import { type Pages, usePages } from '../kernel/dashboard/use-pages.ts';
import { type Opened, UserTable } from './user-table.tsx';

const { list: words } = adminUsersTexts;
const FILTERS = optionsOf(['all', 'bonded', 'staking', 'idle'], words.filters);

interface Choice {
  readonly search: string;
  readonly filter: UserFilter;
  readonly order: Order<UserSort>;
}

const FIRST: Choice = {
  search: '',
  filter: 'all',
  order: { sort: 'joined', direction: 'desc' },
};

/** All users: searched, filtered and sorted by the server, however many there are. */
export function UserList({ onOpen }: { readonly onOpen: (opened: Opened) => void }) {
  const [choice, setChoice] = useKept('admin users', FIRST);
  const { search, filter, order } = choice;
  const change = (part: Partial<Choice>) => setChoice({ ...choice, ...part });
  const query = { search: useSettled(search), filter, ...order };
  const pages = usePages({
    queryKey: ['api', 'admin', 'users', query],
    page: (at, signal) => adminPage(PATHS.adminUsers, { query: { ...query, ...at }, signal }),
    intervalMs: ADMIN_INTERVALS_MS.adminLists,
  });
  const { read, total } = pages;
  const isHidden = useHidden();
  const isNarrowed = search !== '' || filter !== 'all';
  return (
    <DataCard
      title={read.state === 'ready' && !isHidden ? words.title(total) : words.titleLoading}
      says={words}
      read={read}
      skeleton={{ rows: 14 }}
      above={
        <Toolbar label={words.tools}>
          <SearchBox
            label={words.search}
            value={search}
            onChange={(typed) => change({ search: typed })}
          />
          <Segmented
            label={words.filter}
            value={filter}
            options={FILTERS}
            onChange={(next) => change({ filter: next })}
          />
          <Actions
            readFile={() => adminFile(PATHS.adminUsersCsv, { query })}
            pages={pages}
            onCleanUp={() => onOpen({ kind: 'clean-up' })}
          />
        </Toolbar>
      }
    >
      {(users) =>
        users.length === 0 ? (
          <Empty
            icon={<Users aria-hidden />}
            title={isNarrowed ? words.none : words.empty}
            hint={isNarrowed ? words.noneHint : words.emptyHint}
          />
        ) : (
          <>
            <UserTable
              users={users}
              total={total}
              order={order}
              onOrder={(next) => change({ order: next })}
              onEnd={pages.more}
              onOpen={onOpen}
            />
            <p className="mt-3 text-sm text-faint">
              <SafeText>{adminTexts.list.shown(users.length, total)}</SafeText>
            </p>
          </>
        )
      }
    </DataCard>
  );
}

interface ActionsProps {
  readonly readFile: () => Promise<Blob>;
  readonly pages: Pages<AdminUserJson>;
  readonly onCleanUp: () => void;
}

function Actions({ readFile, pages, onCleanUp }: ActionsProps) {
  const refresh = pages.read.state === 'loading' ? null : pages.read.refresh;
  return (
    <div className="flex flex-wrap gap-2 wide:ml-auto">
      <Button size="sm" onClick={onCleanUp}>
        <Eraser aria-hidden className="size-4" />
        {words.cleanUp}
      </Button>
      <ExportButton read={readFile} file="users.csv">
        {words.export}
      </ExportButton>
      <Button size="sm" busy={refresh?.running ?? true} onClick={refresh?.start}>
        <RefreshCw aria-hidden className="size-4" />
        {words.refresh}
      </Button>
    </div>
  );
}
