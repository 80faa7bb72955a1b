import { Vault } from 'lucide-react';
import { useEffect } from 'react';

import type { AdminVaultJson, VaultSort } from '#contract/vaults/admin-vaults';
import { PATHS } from '#contract/base/paths';

import { adminFile, adminPage } from '../../kernel/api/admin-client.ts';
import { ADMIN_INTERVALS_MS } from '../../kernel/api/admin-intervals.ts';
import { DataCard } from '../../kernel/ui/cards/data-card.tsx';
import { Empty } from '../../kernel/ui/cards/empty.tsx';
import { optionsOf } from '../../kernel/ui/forms/options.ts';
import { SearchBox } from '../../kernel/ui/forms/search-box.tsx';
import { Segmented } from '../../kernel/ui/forms/segmented.tsx';
import { Select } from '../../kernel/ui/forms/select.tsx';
import { adminTexts } from '../../kernel/dashboard/dashboard-texts.ts';
import { adminVaultsTexts } from './admin-vault-texts.ts';
import type { Order } from '../../kernel/ui/tables/column.ts';
import { Toolbar } from '../../kernel/ui/tables/toolbar.tsx';
import { useKept } from '../../kernel/ui/state/use-kept.ts';
import { useSettled } from '../../kernel/ui/forms/use-settled.ts';
import { ExportButton } from '../../kernel/dashboard/export-button.tsx';
import { usePages } from '../../kernel/dashboard/use-pages.ts';
import { VaultTable, firstOf } from './vault-table.tsx';

const { list: words } = adminVaultsTexts;
const STATUSES = ['all', 'vesting', 'active', 'completed'] as const;
type Status = (typeof STATUSES)[number];
const FILTERS = optionsOf(STATUSES, words.filters);
const SORTS = optionsOf(['created', 'amount', 'ends'], words.sorts);

interface Choice {
  readonly search: string;
  readonly status: Status;
  readonly order: Order<VaultSort>;
}

const FIRST: Choice = {
  search: '',
  status: 'all',
  order: { sort: 'created', direction: 'desc' },
};

interface VaultListProps {
  readonly chosen: string | null;
  readonly onChoose: (vault: AdminVaultJson) => void;
  /** The chosen one as it was read last. */
  readonly onRead: (vault: AdminVaultJson) => void;
}

/** All vaults: searched, filtered and sorted by the server. */
export function VaultList({ chosen, onChoose, onRead }: VaultListProps) {
  const [choice, setChoice] = useKept('admin vaults', FIRST);
  const { search, status, order } = choice;
  const change = (part: Partial<Choice>) => setChoice({ ...choice, ...part });
  const query = { search: useSettled(search), status: status === 'all' ? null : status, ...order };
  const { read, total, more } = usePages({
    queryKey: ['api', 'admin', 'vaults', query],
    page: (at, signal) => adminPage(PATHS.adminVaults, { query: { ...query, ...at }, signal }),
    intervalMs: ADMIN_INTERVALS_MS.adminLists,
  });
  const vaults = read.state === 'ready' ? read.data : [];
  const anew = vaults.find(({ id }) => id === chosen);
  const readAt = read.state === 'ready' ? read.age.readAt : 0;
  useEffect(() => {
    if (anew) onRead(anew);
    // oxlint-disable-next-line react/exhaustive-deps -- each answer is told once
  }, [readAt]);
  return (
    <DataCard
      title={read.state === 'ready' ? words.title(total) : words.titleLoading}
      says={words}
      read={read}
      skeleton={{ rows: 14 }}
      above={
        <Tools
          choice={choice}
          onChange={change}
          readFile={() => adminFile(PATHS.adminVaultsCsv, { query })}
        />
      }
    >
      {() =>
        vaults.length === 0 ? (
          <NoVaults isNarrowed={search !== '' || status !== 'all'} />
        ) : (
          <>
            <VaultTable
              vaults={vaults}
              total={total}
              chosen={chosen}
              order={order}
              onOrder={(next) => change({ order: next })}
              onEnd={more}
              onChoose={onChoose}
            />
            <p className="mt-3 text-sm text-faint">{adminTexts.list.shown(vaults.length, total)}</p>
          </>
        )
      }
    </DataCard>
  );
}

interface ToolsProps {
  readonly choice: Choice;
  readonly onChange: (part: Partial<Choice>) => void;
  readonly readFile: () => Promise<Blob>;
}

function Tools({ choice, onChange, readFile }: ToolsProps) {
  return (
    <Toolbar label={words.tools}>
      <SearchBox
        label={words.search}
        value={choice.search}
        onChange={(typed) => onChange({ search: typed })}
      />
      <Segmented
        label={words.filter}
        value={choice.status}
        options={FILTERS}
        onChange={(next) => onChange({ status: next })}
      />
      <div className="w-40">
        <Select
          aria-label={words.sort}
          options={SORTS}
          value={choice.order.sort}
          onChange={(sort) => onChange({ order: { sort, direction: firstOf(sort) } })}
        />
      </div>
      <ExportButton className="wide:ml-auto" read={readFile} file="vaults.csv">
        {words.export}
      </ExportButton>
    </Toolbar>
  );
}

function NoVaults({ isNarrowed }: { readonly isNarrowed: boolean }) {
  return (
    <Empty
      icon={<Vault aria-hidden />}
      title={isNarrowed ? words.none : words.empty}
      hint={isNarrowed ? words.noneHint : words.emptyHint}
    />
  );
}
