import type { ChainUserAuditJson } from '#contract/audit/chain-audit';

import { Badge } from '../../kernel/ui/marks/badge.tsx';
import { Cell } from '../../kernel/ui/tables/cell.tsx';
import { Empty } from '../../kernel/ui/cards/empty.tsx';
import { Table } from '../../kernel/ui/tables/table.tsx';
import { right } from '../../kernel/ui/tables/column.ts';
import { analyticsTexts } from './analytics-texts.ts';
import { PaidCell } from '../../kernel/dashboard/paid-cell.tsx';
import { SafeAddress, SafeText } from '../../kernel/dashboard/sensitive.tsx';

const { chain: words } = analyticsTexts;

interface ChainUsersProps {
  readonly users: readonly ChainUserAuditJson[];
  readonly total: number;
}

/** Users with their bonds as stored and as the chain shows them. */
export function ChainUsers({ users, total }: ChainUsersProps) {
  const { state, wallet, database, chainTotal, fakeAmount, counts, actions } = words;
  if (users.length === 0) return <Empty title={words.noUsers} />;
  return (
    <section>
      <h3 className="mb-2 text-sm text-quiet">
        <SafeText>{words.shown(users.length, total)}</SafeText>
      </h3>
      <Table
        label={words.users}
        head={[state, wallet, ...right(database, chainTotal, fakeAmount, counts), actions]}
      >
        {users.map((user) => (
          <UserRow key={user.userId} user={user} />
        ))}
      </Table>
    </section>
  );
}

function UserRow({ user }: { readonly user: ChainUserAuditJson }) {
  const { discrepancy, recommendedActions } = user;
  return (
    <tr>
      <Cell>
        <StateBadge {...user} />
      </Cell>
      <Cell>
        <SafeAddress address={user.walletAddress} />
      </Cell>
      <PaidCell sol={discrepancy.dbTotal} usdc={discrepancy.dbTotalUSDC} />
      <PaidCell sol={discrepancy.blockchainTotal} usdc={discrepancy.blockchainTotalUSDC} />
      <PaidCell sol={discrepancy.fakeBondsAmount} usdc={discrepancy.fakeBondsAmountUSDC} />
      <Cell right>
        {user.databaseBonds} / {user.blockchainTransactions} / {user.databaseTransactions}
      </Cell>
      <Cell>{recommendedActions.length === 0 ? words.none : recommendedActions.join(' ')}</Cell>
    </tr>
  );
}

function StateBadge({ verified, unknown }: Pick<ChainUserAuditJson, 'verified' | 'unknown'>) {
  if (!verified) return <Badge tone="bad">{words.discrepancyBadge}</Badge>;
  if (unknown > 0) return <Badge tone="time">{words.uncheckedBadge}</Badge>;
  return <Badge tone="good">{words.verifiedBadge}</Badge>;
}
