import type { AdminVaultJson, VaultSort } from '#contract/vaults/admin-vaults';

import { Cell } from '../../kernel/ui/tables/cell.tsx';
import { type Order, right, sortedBy } from '../../kernel/ui/tables/column.ts';
import { adminVaultsTexts } from './admin-vault-texts.ts';
import { dateTimeText } from '../../kernel/ui/format/times.ts';
import { VirtualTable } from '../../kernel/ui/tables/virtual-table.tsx';
import { VaultBadge } from '../vault-badge.tsx';
import { FigureCell } from '../../kernel/dashboard/figure-cell.tsx';
import { SafeAddress, SafeText } from '../../kernel/dashboard/sensitive.tsx';

const {
  list: { columns, table },
} = adminVaultsTexts;

/** Newest and largest first, and what ends soonest. */
export const firstOf = (sort: VaultSort) => (sort === 'ends' ? 'asc' : 'desc');

interface VaultTableProps {
  readonly vaults: readonly AdminVaultJson[];
  readonly total: number;
  readonly chosen: string | null;
  readonly order: Order<VaultSort>;
  readonly onOrder: (order: Order<VaultSort>) => void;
  readonly onEnd: () => void;
  readonly onChoose: (vault: AdminVaultJson) => void;
}

export function VaultTable(props: VaultTableProps) {
  const { vaults, total, chosen, order, onOrder, onEnd, onChoose } = props;
  const sorted = (sort: Exclude<VaultSort, 'created'>) =>
    sortedBy<VaultSort>(sort, columns[sort], { order, onOrder, first: firstOf(sort) });
  return (
    <VirtualTable
      label={table}
      keptAs="admin vaults"
      items={vaults}
      total={total}
      keyOf={({ id }) => id}
      chosen={chosen}
      onEnd={onEnd}
      onOpen={onChoose}
      head={[
        columns.vault,
        { ...sorted('amount'), right: true },
        ...right(columns.cycle),
        columns.status,
        ...right(columns.rewards),
        sorted('ends'),
      ]}
      row={rowOf}
    />
  );
}

const rowOf = (vault: AdminVaultJson) => <VaultCells vault={vault} />;

function VaultCells({ vault }: { readonly vault: AdminVaultJson }) {
  const { walletAddress, username, amount, cycleNumber, phase, rewardsAccrued } = vault;
  return (
    <>
      <Cell
        note={
          <span className="block max-w-[18ch] truncate">
            <SafeText>{username}</SafeText>
          </span>
        }
      >
        {/* Its click opens the row, which is what the keyboard needs. */}
        <button type="button" className="hit rounded-sm text-left font-[550]">
          <SafeAddress address={walletAddress} copy={false} />
        </button>
      </Cell>
      <FigureCell value={amount} unit="LMT" digits="fine" />
      <Cell right>{cycleNumber}</Cell>
      <Cell>
        <span className="[&>span]:justify-start">
          <VaultBadge phase={phase} />
        </span>
      </Cell>
      <FigureCell value={rewardsAccrued} digits="fine" />
      <Cell>
        <span className="whitespace-nowrap text-quiet">
          {vault.vaultEndTime === null ? '–' : dateTimeText(vault.vaultEndTime)}
        </span>
      </Cell>
    </>
  );
}
