import { useQuery } from '@tanstack/react-query';

import type { AdminUserJson } from '#contract/users/admin-users';
import type { StakeJson } from '#contract/vaults/vaults';

import { adminUserQuery, stakesOfQuery } from '../kernel/api/reads/admin-user-queries.ts';
import { Dialog } from '../kernel/ui/overlays/dialog.tsx';
import { KeyValues } from '../kernel/ui/tables/key-values.tsx';
import { Stat } from '../kernel/ui/cards/stat.tsx';
import { userDetailsTexts } from './user-details-texts.ts';
import { dateText } from '../kernel/ui/format/date-text.ts';
import { SafeAddress, SafeFigure, useHidden } from '../kernel/dashboard/sensitive.tsx';
import { DetailsBonds } from './details-bonds.tsx';
import { DetailsHistory } from './details-history.tsx';
import { DetailsSummary } from './details-summary.tsx';
import { nameOf } from '../kernel/dashboard/name-of.ts';
import { Section } from '../kernel/dashboard/section.tsx';
import { useRead } from '../kernel/api/read-of.ts';
import { Cell } from '../kernel/ui/tables/cell.tsx';
import { Table } from '../kernel/ui/tables/table.tsx';
import { right } from '../kernel/ui/tables/column.ts';
import { VaultBadge } from '../vaults/vault-badge.tsx';
import { FigureCell } from '../kernel/dashboard/figure-cell.tsx';
import { DetailsList } from './details-list.tsx';

const { profile, stats } = userDetailsTexts;

interface UserDetailsProps {
  /** As the list had them; read again while the dialog is open. */
  readonly user: AdminUserJson;
  readonly onClose: () => void;
}

/** Everything about one user. */
export function UserDetails({ user: listed, onClose }: UserDetailsProps) {
  const { data } = useQuery(adminUserQuery(listed.id));
  const user = data ?? listed;
  const title = useHidden() ? userDetailsTexts.titleHidden : userDetailsTexts.title(nameOf(user));
  return (
    <Dialog open onOpenChange={onClose} size="wide" title={title}>
      <div className="grid gap-x-10 gap-y-6 wide:grid-cols-2">
        <Section title={profile.title}>
          <KeyValues
            items={[
              { key: profile.wallet, value: <SafeAddress address={user.walletAddress} /> },
              {
                key: profile.unstaked,
                value: <SafeFigure value={user.unstakedLMT} unit="LMT" />,
              },
              { key: profile.since, value: dateText(user.createdAt) },
            ]}
          />
          <QuickStats user={user} />
        </Section>
        <DetailsSummary user={user} />
      </div>
      <DetailsBonds user={user} />
      <DetailsStakes userId={user.id} />
      <DetailsHistory userId={user.id} />
    </Dialog>
  );
}

function QuickStats({ user }: { readonly user: AdminUserJson }) {
  const { data: stakes } = useQuery(stakesOfQuery(user.id));
  const active = stakes?.filter(({ status }) => status === 'active').length;
  return (
    <div className="mt-4 grid grid-cols-3 items-end gap-4 max-tight:grid-cols-1 rounded-control bg-raise p-4">
      <Stat
        label={stats.bonds}
        value={<SafeFigure decimals={0} value={String(user.totalBonds)} />}
      />
      <Stat
        label={stats.stakes}
        value={<SafeFigure decimals={0} value={active === undefined ? null : String(active)} />}
      />
      <Stat label={stats.earned} value={<SafeFigure value={user.totalLMTEarned} />} />
    </div>
  );
}

const { stakes: stakeWords } = userDetailsTexts;

function DetailsStakes({ userId }: { readonly userId: string }) {
  const { columns } = stakeWords;
  const figures = right(columns.amount, columns.rewards, columns.cycle);
  return (
    <DetailsList read={useRead(stakesOfQuery(userId))} words={stakeWords} rows={3}>
      {(stakes) => (
        <Table
          label={stakeWords.title(stakes.length)}
          head={[columns.made, ...figures, columns.ends, columns.status]}
        >
          {stakes.map((stake) => (
            <StakeRow key={stake.id} stake={stake} />
          ))}
        </Table>
      )}
    </DetailsList>
  );
}

function StakeRow({ stake }: { readonly stake: StakeJson }) {
  const ends = stake.vaultEndTime ?? stake.vestingEndTime;
  // A completed vault is empty: what went into it and came of it tells more.
  const isOver = stake.phase === 'completed';
  return (
    <tr>
      <Cell nowrap>{dateText(stake.createdAt)}</Cell>
      <FigureCell value={isOver ? stake.originalAmount : stake.amount} unit="LMT" />
      <FigureCell value={isOver ? stake.totalRewardsEarned : stake.rewardsAccrued} />
      <Cell right>{stake.cycleNumber}</Cell>
      <Cell nowrap>{dateText(stake.completedAt ?? ends)}</Cell>
      <Cell>
        <VaultBadge phase={stake.phase} />
      </Cell>
    </tr>
  );
}
