import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';

import type { StakeJson } from '#contract/vaults/vaults';

import { useServerNow } from '../kernel/api/use-server-now.ts';
import { stakesQuery } from '../kernel/api/reads/vault-queries.ts';
import { Worth } from '../kernel/prices/worth.tsx';
import { shortId } from '#domain/base/short-id';
import { VaultBadge } from '../vaults/vault-badge.tsx';
import { useRewards } from '../vaults/use-rewards.ts';
import { captionsOf, timesOf } from '../vaults/vault-times.ts';
import { portfolioTexts } from '../kernel/ui/texts/portfolio-texts.ts';
import { Card } from '../kernel/ui/cards/card.tsx';
import { Figure } from '../kernel/ui/format/figure.tsx';
import { VaultTimeline } from '../vaults/vault-timeline.tsx';

const says = portfolioTexts.vaults;
/** So many fit above the rest of the page. */
const SHOWN = 3;

/** How far each open vault is, at a glance; what can be done with one is in the strip and on the Stake tab. */
export function VaultsCard({ userId }: { readonly userId: string }) {
  const { data: stakes = [] } = useQuery(stakesQuery(userId));
  const open = stakes.filter(({ phase }) => phase !== 'completed');
  if (open.length === 0) return null;
  const left = open.length - SHOWN;
  return (
    <Card title={says.title} aside={says.open(open.length)}>
      <ul className="-my-3">
        {open.slice(0, SHOWN).map((stake) => (
          <VaultLine key={stake.id} stake={stake} />
        ))}
      </ul>
      <Link
        href="/?tab=stake"
        className="hit mt-4 inline-flex items-center rounded-sm text-sm text-accent underline-offset-3 hover:underline"
      >
        {left > 0 ? says.more(left) : says.all}
      </Link>
    </Card>
  );
}

function VaultLine({ stake }: { readonly stake: StakeJson }) {
  const now = useServerNow();
  const { id, amount, cycleNumber, phase } = stake;
  const rewards = useRewards(stake);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 gap-y-2 border-t border-line py-3 first:border-t-0 max-tight:flex max-tight:flex-col max-tight:items-stretch sm:grid-cols-[150px_minmax(0,1fr)_auto]">
      <div>
        <Figure value={amount} unit="LMT" className="text-md" />
        <p className="text-sm text-faint">
          <span className="font-mono text-[0.92em]">{shortId(id)}</span>
          {` · ${portfolioTexts.positions.cycle(cycleNumber)}`}
          <Worth token="LMT" amount={amount} className="block" />
        </p>
      </div>
      <div className="col-span-2 row-start-2 sm:col-span-1 sm:row-start-auto">
        <VaultTimeline times={timesOf(stake)} now={now} captions={captionsOf(stake)} />
      </div>
      <div className="col-start-2 row-start-1 text-right sm:col-start-auto sm:row-start-auto">
        <p className="text-md">
          <Figure value={rewards} unit="LMT" signed />
        </p>
        <VaultBadge phase={phase} />
      </div>
    </li>
  );
}
