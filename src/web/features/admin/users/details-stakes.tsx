import { useQuery } from '@tanstack/react-query';

import type { StakeJson } from '#contract/stakes';

import { stakesOfQuery } from '../../../api/admin-users.ts';
import { INTERVALS_MS } from '../../../api/intervals.ts';
import { readOf } from '../../../api/read-of.ts';
import { Cell } from '../../../ui/tables/cell.tsx';
import { Table } from '../../../ui/tables/table.tsx';
import { TableHead } from '../../../ui/tables/table-head.tsx';
import { userDetailsTexts } from '../../../texts/admin-user-details.ts';
import { dateText } from '../../../ui/format/date-text.ts';
import { VaultBadge } from '../../../flows/vault/vault-badge.tsx';
import { ReadPart } from '../../../ui/cards/read-part.tsx';
import { FigureCell } from '../figure-cell.tsx';
import { Section } from '../section.tsx';

const { stakes: words } = userDetailsTexts;

export function DetailsStakes({ userId }: { readonly userId: string }) {
  const result = useQuery(stakesOfQuery(userId));
  const { columns } = words;
  return (
    <Section title={words.title(result.data?.length ?? 0)}>
      <ReadPart read={readOf(result, INTERVALS_MS.stakes)} says={words} skeleton={{ rows: 3 }}>
        {(stakes) =>
          stakes.length === 0 ? (
            <p className="text-quiet">{words.empty}</p>
          ) : (
            <Table
              label={words.title(stakes.length)}
              head={
                <>
                  <TableHead>{columns.made}</TableHead>
                  <TableHead right>{columns.amount}</TableHead>
                  <TableHead right>{columns.rewards}</TableHead>
                  <TableHead right>{columns.cycle}</TableHead>
                  <TableHead>{columns.ends}</TableHead>
                  <TableHead>{columns.status}</TableHead>
                </>
              }
            >
              {stakes.map((stake) => (
                <StakeRow key={stake.id} stake={stake} />
              ))}
            </Table>
          )
        }
      </ReadPart>
    </Section>
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
