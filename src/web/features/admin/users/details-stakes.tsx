import type { StakeJson } from '#contract/stakes';

import { stakesOfQuery } from '../../../api/admin-users.ts';
import { useRead } from '../../../api/read-of.ts';
import { Cell } from '../../../ui/tables/cell.tsx';
import { Table } from '../../../ui/tables/table.tsx';
import { right } from '../../../ui/tables/column.ts';
import { userDetailsTexts } from '../../../texts/admin-user-details.ts';
import { dateText } from '../../../ui/format/date-text.ts';
import { VaultBadge } from '../../../flows/vault/vault-badge.tsx';
import { FigureCell } from '../figure-cell.tsx';
import { DetailsList } from './details-list.tsx';

const { stakes: words } = userDetailsTexts;

export function DetailsStakes({ userId }: { readonly userId: string }) {
  const { columns } = words;
  const figures = right(columns.amount, columns.rewards, columns.cycle);
  return (
    <DetailsList read={useRead(stakesOfQuery(userId))} words={words} rows={3}>
      {(stakes) => (
        <Table
          label={words.title(stakes.length)}
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
