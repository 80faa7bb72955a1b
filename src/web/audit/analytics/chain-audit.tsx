import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { BlockchainAuditJson } from '#contract/audit/chain-audit';
import { chainAuditQuery } from '../../kernel/api/reads/audit-queries.ts';
import { ADMIN_INTERVALS_MS } from '../../kernel/api/admin-intervals.ts';
import { readOf } from '../../kernel/api/read-of.ts';
import { Button } from '../../kernel/ui/forms/button.tsx';
import { DataCard } from '../../kernel/ui/cards/data-card.tsx';
import { Figure } from '../../kernel/ui/format/figure.tsx';
import { isZero } from '../../kernel/ui/format/format.ts';
import { Notice } from '../../kernel/ui/cards/notice.tsx';
import { Stat } from '../../kernel/ui/cards/stat.tsx';
import { StatGrid } from '../../kernel/ui/cards/stat-grid.tsx';
import { latestOf } from '../../kernel/ui/tables/latest-of.ts';
import { analyticsTexts } from './analytics-texts.ts';
import { SafeFigure, useSafeSentence, largeCount } from '../../kernel/dashboard/sensitive.tsx';
import { ChainUsers } from './chain-users.tsx';
import { fixAccounts } from '../../kernel/api/reads/chain-audit-queries.ts';
import { amountText } from '../../kernel/ui/format/digits.ts';
import { PlanDialog } from '../../kernel/dashboard/plan-dialog.tsx';

const { chain: words } = analyticsTexts;

/** Every bond held against the chain, and what can be mended. */
export function ChainAudit() {
  const query = useInfiniteQuery(chainAuditQuery());
  const read = readOf(query, ADMIN_INTERVALS_MS.adminAudit);
  return (
    <DataCard title={words.title} says={words} read={read} skeleton={{ figures: 4, rows: 17 }}>
      {({ pages }) => (
        <div className="grid grid-cols-1 gap-6">
          {pages[0] && <Summary audit={pages[0].body} />}
          <ChainUsers
            users={latestOf(
              pages.flatMap(({ body }) => body.userAudits),
              ({ userId }) => userId,
            )}
            total={pages[0]?.total ?? 0}
          />
          {query.hasNextPage && (
            <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              {words.more}
            </Button>
          )}
        </div>
      )}
    </DataCard>
  );
}

/** What fake bonds claim, in the tokens that they name; SOL where there are none. */
function FakeAmounts({ sol, usdc }: { readonly sol: string; readonly usdc: string }) {
  const isUsdcAlone = isZero(sol) && !isZero(usdc);
  return (
    <span className="flex flex-wrap gap-x-3">
      {!isUsdcAlone && <SafeFigure value={sol} unit="SOL" />}
      {!isZero(usdc) && <SafeFigure value={usdc} unit="USDC" />}
    </span>
  );
}

function Summary({ audit }: { readonly audit: BlockchainAuditJson }) {
  const [isOpen, setOpen] = useState(false);
  const safe = useSafeSentence();
  const { summary, systemWideIssues: issues } = audit;
  const count = (value: number) => <Figure value={String(value)} decimals={0} size="lg" />;
  return (
    <>
      <StatGrid>
        <Stat label={words.bonds} value={count(summary.totalDatabaseBonds)} />
        <Stat label={words.verified} value={count(summary.verifiedTransactions)} />
        <Stat
          label={words.fake}
          value={count(summary.fakeBonds)}
          note={<FakeAmounts sol={summary.fakeBondsSOL} usdc={summary.fakeBondsUSDC} />}
        />
        <Stat label={words.affected} value={largeCount(summary.affectedUsers)} />
      </StatGrid>
      <div className="grid justify-items-start gap-3">
        {issues.length === 0 ? (
          <Notice tone="good">{words.noIssues}</Notice>
        ) : (
          <Notice tone="time" title={words.issues}>
            <ul className="grid list-disc gap-1 pl-4">
              {issues.map((issue) => (
                <li key={issue}>{safe(issue)}</li>
              ))}
            </ul>
          </Notice>
        )}
        <Button onClick={() => setOpen(true)}>{words.fix}</Button>
      </div>
      {isOpen && <FixDialog onClose={() => setOpen(false)} />}
    </>
  );
}

const { fix: fixWords } = analyticsTexts;

/** Mends what the chain says is wrong, after listing it. */
function FixDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <PlanDialog
      ask={fixAccounts}
      says={fixWords}
      success={({ summary: { fixedUsers, deletedFakeBonds, totalFakeSol } }) => ({
        title: fixWords.done,
        detail: fixWords.doneDetail(fixedUsers, deletedFakeBonds, amountText('SOL', totalFakeSol)),
      })}
      onClose={onClose}
    />
  );
}
