import { useQuery } from '@tanstack/react-query';

import type { AdminUserJson } from '#contract/admin-users';

import { auditedUserQuery, portfolioOfQuery } from '../../../api/admin-users.ts';
import { KeyValues } from '../../../ui/key-values.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { userEditorTexts } from '../../../ui/texts/admin-user-editor.ts';
import { dateTimeText } from '../../../ui/times.ts';
import { RiskBadge } from '../risk-badge.tsx';
import { SafeAddress, SafeFigure } from '../sensitive.tsx';

const { facts: words, risk } = userEditorTexts;

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
        { key: words.joined, value: dateTimeText(user.createdAt) },
        {
          key: words.activity,
          value: user.lastActivity === null ? words.noActivity : dateTimeText(user.lastActivity),
        },
        { key: words.unstaked, value: lmt(user.unstakedLMT) },
        { key: words.staked, value: lmt(portfolio?.totalStaked) },
        { key: words.bonding, value: lmt(portfolio?.inBonding) },
        { key: words.rewards, value: lmt(portfolio?.pendingRewards) },
        { key: words.escrow, value: lmt(portfolio?.inEscrow) },
        { key: words.earned, value: lmt(user.totalLMTEarned) },
        {
          key: words.value,
          value: <SafeFigure value={portfolio?.totalValueUSD ?? null} prefix="$" decimals={2} />,
        },
        { key: words.credit, value: <SafeFigure value={user.feeCredit} unit="SOL" /> },
        { key: words.bonds, value: user.totalBonds },
        { key: words.stakes, value: user.totalStakes },
      ]}
    />
  );
}

/** What the audit has against a user, line by line. */
export function UserRisk({ userId }: { readonly userId: string }) {
  const { data, isError } = useQuery(auditedUserQuery(userId));
  if (isError) return <p className="text-quiet">{risk.failed}</p>;
  if (data === undefined) return <Skeleton className="h-6 w-40" />;
  if (data === null) return <p className="text-quiet">{risk.none}</p>;
  return (
    <div className="grid justify-items-start gap-2">
      <RiskBadge level={data.riskLevel} />
      {data.inconsistencies.length === 0 ? (
        <p className="text-quiet">{risk.clean}</p>
      ) : (
        <ul className="grid list-disc gap-1 pl-4 text-quiet">
          {data.inconsistencies.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
