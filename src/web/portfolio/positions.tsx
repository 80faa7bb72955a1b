import type { StakeJson } from '#contract/vaults/vaults';
import { useRead } from '../kernel/api/read-of.ts';
import { bondsQuery } from '../kernel/api/reads/user-queries.ts';
import { stakesQuery } from '../kernel/api/reads/vault-queries.ts';
import { CardError } from '../kernel/ui/cards/card-error.tsx';
import { Skeleton } from '../kernel/ui/cards/skeleton.tsx';
import { portfolioTexts } from '../kernel/ui/texts/portfolio-texts.ts';
import { BondRow } from '../bonds/bond-row.tsx';
import { VaultPosition } from './vault-position.tsx';
import { Gem } from 'lucide-react';
import { Empty } from '../kernel/ui/cards/empty.tsx';
import { shortId } from '#domain/base/short-id';
import { Badge } from '../kernel/ui/marks/badge.tsx';
import { Figure } from '../kernel/ui/format/figure.tsx';
import { vaultTexts } from '../kernel/ui/texts/vault-texts.ts';
import { dateTimeText } from '../kernel/ui/format/times.ts';

const says = portfolioTexts.positions;

interface PositionsProps {
  readonly userId: string;
  readonly hasUnstaked: boolean;
}

/** Every bond that is under way and every stake, those that ended last. */
export function Positions({ userId, hasUnstaked }: PositionsProps) {
  const bonds = useRead(bondsQuery(userId));
  const stakes = useRead(stakesQuery(userId));
  const failed = [bonds, stakes].find((read) => read.state === 'error');
  if (failed) {
    return <CardError title={says.failed} fault={failed.fault} refresh={failed.refresh} />;
  }
  if (bonds.state !== 'ready' || stakes.state !== 'ready') return <Skeleton items={4} />;
  const active = bonds.data.filter(({ status }) => status === 'pending' || status === 'confirmed');
  const open = stakes.data.filter(({ status }) => status !== 'completed');
  const completed = stakes.data.filter(({ status }) => status === 'completed');
  return (
    <div className="grid gap-5">
      {active.length + open.length === 0 && <EmptyPortfolio hasUnstaked={hasUnstaked} />}
      {active.length > 0 && (
        <Group title={says.bonds}>
          {active.map((bond) => (
            <BondRow key={bond.id} bond={bond} isBrief />
          ))}
        </Group>
      )}
      {open.length > 0 && (
        <Group title={says.stakes}>
          {open.map((stake) => (
            <VaultPosition key={stake.id} stake={stake} />
          ))}
        </Group>
      )}
      {completed.length > 0 && <Completed stakes={completed} />}
    </div>
  );
}

function Group({
  title,
  children,
}: {
  readonly title: string;
  readonly children: React.ReactNode;
}) {
  return (
    <section>
      <h3 className="text-sm text-quiet">{title}</h3>
      <ul className="mt-1">{children}</ul>
    </section>
  );
}

function Completed({ stakes }: { readonly stakes: readonly StakeJson[] }) {
  return (
    <details>
      <summary className="hit w-fit content-center rounded-md text-sm text-quiet hover:text-text">
        {says.completed(stakes.length)}
      </summary>
      <ul className="mt-1">
        {stakes.map((stake) => (
          <CompletedStake key={stake.id} stake={stake} />
        ))}
      </ul>
    </details>
  );
}

/** For a user without a bond or vault: how to get one. The strip above has the button for it. */
function EmptyPortfolio({ hasUnstaked = false }: { readonly hasUnstaked?: boolean }) {
  const { title, bond, stake } = portfolioTexts.nothing;
  return <Empty icon={<Gem aria-hidden />} title={title} hint={hasUnstaked ? stake : bond} />;
}

/** A stake that has ended, and what it earned. */
function CompletedStake({ stake }: { readonly stake: StakeJson }) {
  const { id, originalAmount, totalRewardsEarned, cycleNumber, createdAt, completedAt } = stake;
  return (
    <li className="flex items-start justify-between gap-x-4 border-t max-tight:flex-wrap border-line py-3 first:border-t-0">
      <div>
        <Figure value={originalAmount} unit="LMT" />
        <p className="text-sm text-faint">
          <span className="font-mono text-[0.92em]">{shortId(id)}</span>
          {` · ${says.cycle(cycleNumber)} · ${says.started(dateTimeText(createdAt))}`}
          {completedAt !== null && ` · ${says.ended(dateTimeText(completedAt))}`}
        </p>
        {stake.voided && <p className="text-sm text-amber">{says.voided}</p>}
      </div>
      <div className="text-right">
        <p>
          <span className="sr-only">{says.allRewards} </span>
          <Figure value={totalRewardsEarned} unit="LMT" signed />
        </p>
        <Badge>{vaultTexts.status.completed}</Badge>
      </div>
    </li>
  );
}
