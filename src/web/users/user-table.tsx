import type { AdminUserJson, UserSort } from '#contract/users/admin-users';

import { Button } from '../kernel/ui/forms/button.tsx';
import { Cell } from '../kernel/ui/tables/cell.tsx';
import { type Order, right, sortedBy } from '../kernel/ui/tables/column.ts';
import { adminUsersTexts } from '../kernel/dashboard/user-texts.ts';
import { VirtualTable } from '../kernel/ui/tables/virtual-table.tsx';
import { dateText } from '../kernel/ui/format/date-text.ts';
import { FigureCell } from '../kernel/dashboard/figure-cell.tsx';
import { SafeAddress, SafeText, useHidden, useSafeName } from '../kernel/dashboard/sensitive.tsx';
import { nameOf } from '../kernel/dashboard/name-of.ts';

const { list: words } = adminUsersTexts;
const { columns } = words;

/** What lies over the tab. */
export type Opened =
  | { readonly kind: 'details' | 'edit' | 'delete'; readonly user: AdminUserJson }
  | { readonly kind: 'clean-up' };

interface UserTableProps {
  readonly users: readonly AdminUserJson[];
  readonly total: number;
  readonly order: Order<UserSort>;
  readonly onOrder: (order: Order<UserSort>) => void;
  readonly onEnd: () => void;
  readonly onOpen: (opened: Opened) => void;
}

export function UserTable({ users, total, order, onOrder, onEnd, onOpen }: UserTableProps) {
  const isHidden = useHidden();
  const sorted = (sort: UserSort) => sortedBy(sort, columns[sort], { order, onOrder });
  return (
    <VirtualTable
      label={words.table}
      keptAs="admin users"
      items={users}
      total={isHidden ? users.length : total}
      keyOf={({ id }) => id}
      onEnd={onEnd}
      head={[
        columns.user,
        { ...sorted('balance'), right: true },
        sorted('joined'),
        sorted('activity'),
        ...right(columns.bonds, columns.stakes),
        columns.actions,
      ]}
      row={rowOf(onOpen)}
    />
  );
}

const rowOf = (onOpen: UserTableProps['onOpen']) => (user: AdminUserJson) => (
  <UserCells user={user} onOpen={onOpen} />
);

interface UserCellsProps {
  readonly user: AdminUserJson;
  readonly onOpen: (opened: Opened) => void;
}

const BUTTONS = [
  { kind: 'details', label: words.details, tone: 'secondary' },
  { kind: 'edit', label: words.edit, tone: 'secondary' },
  { kind: 'delete', label: words.delete, tone: 'quiet' },
] as const;

function UserCells({ user, onOpen }: UserCellsProps) {
  const { walletAddress, unstakedLMT, createdAt, lastActivity, totalBonds, totalStakes } = user;
  const name = nameOf(user);
  const safe = useSafeName();
  return (
    <>
      <Cell note={<SafeAddress address={walletAddress} />}>
        <span className="block max-w-[24ch] truncate font-[550]">
          <SafeText>{name}</SafeText>
        </span>
      </Cell>
      <FigureCell value={unstakedLMT} />
      <Cell nowrap>{dateText(createdAt)}</Cell>
      <Cell>
        <span className="whitespace-nowrap text-quiet">
          {lastActivity === null ? words.connectedOnly : dateText(lastActivity)}
        </span>
      </Cell>
      <Cell right>{totalBonds}</Cell>
      <Cell right>{totalStakes}</Cell>
      <Cell>
        <span className="flex gap-1.5">
          {BUTTONS.map(({ kind, label, tone }) => (
            <Button
              key={kind}
              size="sm"
              tone={tone}
              aria-label={words.of(label, safe(name))}
              onClick={() => onOpen({ kind, user })}
            >
              {label}
            </Button>
          ))}
        </span>
      </Cell>
    </>
  );
}
