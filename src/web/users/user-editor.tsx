import { useQuery } from '@tanstack/react-query';
import { UserX } from 'lucide-react';
import { adminUserQuery, portfolioOfQuery } from '../kernel/api/reads/admin-user-queries.ts';
import { useRead } from '../kernel/api/read-of.ts';
import { Empty } from '../kernel/ui/cards/empty.tsx';
import { ReadPart } from '../kernel/ui/cards/read-part.tsx';
import { userEditorTexts } from './user-editor-texts.ts';
import { Section } from '../kernel/dashboard/section.tsx';
import { EditorForm } from './editor-form.tsx';
import { UserRisk } from './user-risk.tsx';
import type { AdminUserJson } from '#contract/users/admin-users';
import { KeyValues } from '../kernel/ui/tables/key-values.tsx';
import { dateText } from '../kernel/ui/format/date-text.ts';
import { SafeAddress, SafeFigure } from '../kernel/dashboard/sensitive.tsx';

interface UserEditorProps {
  readonly userId: string;
  /** After it was saved, and when the owner thinks better of it. */
  readonly onClose: () => void;
}

/**
 * A user's name and balance to correct, beside what is known of them. Stands in a Dialog of size
 * 'wide' or 'full', which gives it its title.
 */
export function UserEditor({ userId, onClose }: UserEditorProps) {
  const read = useRead(adminUserQuery(userId));
  return (
    <ReadPart read={read} says={userEditorTexts} skeleton={{ pairs: 12 }}>
      {(user) =>
        user === null ? (
          <Empty
            icon={<UserX aria-hidden />}
            title={userEditorTexts.gone}
            hint={userEditorTexts.goneHint}
          />
        ) : (
          <div className="grid gap-x-10 gap-y-6 wide:grid-cols-[minmax(0,1fr)_minmax(0,1.25fr)]">
            <Section title={userEditorTexts.form.title}>
              <EditorForm user={user} onClose={onClose} />
            </Section>
            <div className="grid content-start gap-6">
              <Section title={userEditorTexts.facts.title}>
                <UserFacts user={user} />
              </Section>
              <Section title={userEditorTexts.risk.title}>
                <UserRisk userId={userId} />
              </Section>
            </div>
          </div>
        )
      }
    </ReadPart>
  );
}

const { facts } = userEditorTexts;

/** What an owner needs to know of a user before changing anything. */
function UserFacts({ user }: { readonly user: AdminUserJson }) {
  const { data: portfolio } = useQuery(portfolioOfQuery(user.id));
  const lmt = (value: string | undefined) => <SafeFigure value={value ?? null} unit="LMT" />;
  return (
    <KeyValues
      columns={2}
      items={[
        { key: facts.wallet, value: <SafeAddress address={user.walletAddress} /> },
        { key: facts.id, value: <SafeAddress address={user.id} /> },
        { key: facts.joined, value: dateText(user.createdAt) },
        {
          key: facts.activity,
          value: user.lastActivity === null ? facts.noActivity : dateText(user.lastActivity),
        },
        { key: facts.unstaked, value: lmt(user.unstakedLMT) },
        { key: facts.staked, value: lmt(portfolio?.totalStaked) },
        { key: facts.bonding, value: lmt(portfolio?.inBonding) },
        { key: facts.rewards, value: lmt(portfolio?.pendingRewards) },
        { key: facts.escrow, value: lmt(portfolio?.inEscrow) },
        { key: facts.earned, value: lmt(user.totalLMTEarned) },
        {
          key: facts.value,
          value: <SafeFigure value={portfolio?.totalValueUSD ?? null} prefix="$" />,
        },
        { key: facts.credit, value: <SafeFigure value={user.feeCredit} unit="SOL" /> },
        { key: facts.bonds, value: user.totalBonds },
        { key: facts.stakes, value: user.totalStakes },
      ]}
    />
  );
}
