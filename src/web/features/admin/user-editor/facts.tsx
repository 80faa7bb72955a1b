import { useQuery } from '@tanstack/react-query';

import type { AdminUserJson } from '#contract/admin-users';

import { portfolioOfQuery } from '../../../api/admin-users.ts';
import { KeyValues } from '../../../ui/tables/key-values.tsx';
import { userEditorTexts } from '../../../texts/admin-user-editor.ts';
import { dateText } from '../../../ui/format/date-text.ts';
import { SafeAddress, SafeFigure } from '../sensitive.tsx';

const { facts: words } = userEditorTexts;

/** What an owner needs to know of a user before changing anything. */
export function UserFacts({ user }: { readonly user: AdminUserJson }) {
  const { data: portfolio } = useQuery(portfolioOfQuery(user.id));
  const lmt = (value: string | undefined) => <SafeFigure value={value ?? null} unit="LMT" />;
  return (
    <KeyValues
      columns={2}
      items={[
        { key: words.wallet, value: <SafeAddress address={user.walletAddress} /> },
        { key: words.id, value: <SafeAddress address={user.id} /> },
        { key: words.joined, value: dateText(user.createdAt) },
        {
          key: words.activity,
          value: user.lastActivity === null ? words.noActivity : dateText(user.lastActivity),
        },
        { key: words.unstaked, value: lmt(user.unstakedLMT) },
        { key: words.staked, value: lmt(portfolio?.totalStaked) },
        { key: words.bonding, value: lmt(portfolio?.inBonding) },
        { key: words.rewards, value: lmt(portfolio?.pendingRewards) },
        { key: words.escrow, value: lmt(portfolio?.inEscrow) },
        { key: words.earned, value: lmt(user.totalLMTEarned) },
        {
          key: words.value,
          value: <SafeFigure value={portfolio?.totalValueUSD ?? null} prefix="$" />,
        },
        { key: words.credit, value: <SafeFigure value={user.feeCredit} unit="SOL" /> },
        { key: words.bonds, value: user.totalBonds },
        { key: words.stakes, value: user.totalStakes },
      ]}
    />
  );
}
