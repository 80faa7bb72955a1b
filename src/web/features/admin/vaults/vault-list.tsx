import { Vault } from 'lucide-react';
import { useEffect } from 'react';

import type { AdminVaultJson } from '#contract/admin-vaults';
import { PATHS } from '#contract/paths';

import { adminFile, adminPage } from '../../../api/admin-client.ts';
import { ADMIN_INTERVALS_MS } from '../../../api/admin-intervals.ts';
import { Card } from '../../../ui/cards/card.tsx';
import { DataAge } from '../../../ui/cards/data-age.tsx';
import { Empty } from '../../../ui/cards/empty.tsx';
import { optionsOf } from '../../../ui/forms/options.ts';
import { SearchBox } from '../../../ui/forms/search-box.tsx';
import { Segmented } from '../../../ui/forms/segmented.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { adminTexts } from '../../../texts/admin.ts';
import { adminVaultsTexts } from '../../../texts/admin-vaults.ts';
import { Toolbar } from '../../../ui/tables/toolbar.tsx';
import { useKept } from '../../../ui/state/use-kept.ts';
import { useSettled } from '../../../ui/forms/use-settled.ts';
import { ReadPart } from '../../../ui/cards/read-part.tsx';
import { ExportButton } from '../export-button.tsx';
import { usePages } from '../use-pages.ts';
import { type VaultOrder, VaultTable } from './vault-table.tsx';

const { list: words } = adminVaultsTexts;
const STATUSES = ['all', 'vesting', 'active', 'completed'] as const;
type Status = (typeof STATUSES)[number];
const FILTERS = optionsOf(STATUSES, words.filters);

interface Choice {
  readonly search: string;
  readonly status: Status;
  readonly order: VaultOrder;
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
    <Card
      title={read.state === 'ready' ? words.title(total) : words.titleLoading}
      aside={read.state === 'ready' && <DataAge age={read.age} refresh={read.refresh} />}
    >
      <Toolbar label={words.tools}>
        <SearchBox
          label={words.search}
          value={search}
          onChange={(typed) => change({ search: typed })}
        />
        <Segmented
          label={words.filter}
          value={status}
          options={FILTERS}
          onChange={(next) => change({ status: next })}
        />
        <SortSelect order={order} onChange={(next) => change({ order: next })} />
        <ExportButton
          className="wide:ml-auto"
          read={() => adminFile(PATHS.adminVaultsCsv, { query })}
          file="vaults.csv"
        >
          {words.export}
        </ExportButton>
      </Toolbar>
      <ReadPart read={read} says={words} skeleton={{ rows: 14 }}>
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
              <p className="mt-3 text-sm text-faint">
                {adminTexts.list.shown(vaults.length, total)}
              </p>
            </>
          )
        }
      </ReadPart>
    </Card>
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

const ORDERS: Readonly<Record<VaultOrder['sort'], VaultOrder>> = {
  created: { sort: 'created', direction: 'desc' },
  amount: { sort: 'amount', direction: 'desc' },
  ends: { sort: 'ends', direction: 'asc' },
};
const SORTS = optionsOf(['created', 'amount', 'ends'], words.sorts);

interface SortSelectProps {
  readonly order: VaultOrder;
  readonly onChange: (order: VaultOrder) => void;
}

function SortSelect({ order, onChange }: SortSelectProps) {
  const choose = (value: string) => {
    const chosen = SORTS.find((option) => option.value === value);
    if (chosen) onChange(ORDERS[chosen.value]);
  };
  return (
    <div className="w-40">
      <Select
        aria-label={words.sort}
        options={SORTS}
        value={order.sort}
        onChange={({ target }) => choose(target.value)}
      />
    </div>
  );
}
