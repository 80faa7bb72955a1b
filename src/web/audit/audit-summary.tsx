import type { AuditJson } from '#contract/audit/admin-audit';

import { Badge } from '../kernel/ui/marks/badge.tsx';
import { Figure } from '../kernel/ui/format/figure.tsx';
import { formatNumber } from '../kernel/ui/format/format.ts';
import { Stat } from '../kernel/ui/cards/stat.tsx';
import { StatGrid } from '../kernel/ui/cards/stat-grid.tsx';
import { auditTexts } from './audit-texts.ts';
import { dateTimeText } from '../kernel/ui/format/times.ts';
import {
  SafeAddress,
  SafeFigure,
  SafeText,
  largeCount,
  useSafeSentence,
} from '../kernel/dashboard/sensitive.tsx';

const { summary: words, generated } = auditTexts;
const count = (value: number): string => formatNumber(String(value), 0);

/** With one decimal. */
const secondsText = (ms: number): string => String(Math.round(ms / 100) / 10);

/** Everybody in a few figures; ledger and log are part of it. */
export function AuditSummary({ audit }: { readonly audit: AuditJson }) {
  const { summary, treasuryAddress, generatedAt, durationMs } = audit;
  const safe = useSafeSentence();
  const { invariantsBroken, logHolds } = summary.ledger;
  return (
    <section aria-label={words.title}>
      <h3 className="mb-3 text-sm font-[550] text-faint">{words.title}</h3>
      <StatGrid>
        <Stat label={words.users} value={largeCount(summary.totalUsers)} />
        <Stat
          label={words.bonds}
          value={<Figure value={String(summary.totalBonds)} decimals={0} size="lg" />}
          note={words.verified(count(summary.verifiedBonds))}
        />
        <Stat
          label={words.sol}
          value={<SafeFigure value={summary.totalSOLBonded} unit="SOL" size="lg" />}
        />
        <Stat
          label={words.usdc}
          value={<SafeFigure value={summary.totalUSDCBonded} unit="USDC" size="lg" />}
        />
        <Stat
          label={words.issues}
          value={<Figure value={String(summary.totalInconsistencies)} decimals={0} size="lg" />}
          note={<SafeText>{words.usersWith(count(summary.usersWithIssues))}</SafeText>}
        />
        <Stat label={words.treasury} value={<SafeAddress address={treasuryAddress} />} />
        <Stat
          label={words.ledger}
          value={
            <Badge tone={invariantsBroken.length === 0 ? 'good' : 'bad'}>
              {invariantsBroken.length === 0 ? words.holds : words.broken(invariantsBroken.length)}
            </Badge>
          }
          note={safe(invariantsBroken.join(', '))}
        />
        <Stat
          label={words.log}
          value={
            <Badge tone={logHolds ? 'good' : 'bad'}>
              {logHolds ? words.logHolds : words.logBroken}
            </Badge>
          }
        />
      </StatGrid>
      <p className="mt-4 text-sm text-faint">
        {generated(dateTimeText(generatedAt), secondsText(durationMs))}
      </p>
    </section>
  );
}
