import { useQuery } from '@tanstack/react-query';
import { Gem } from 'lucide-react';
import { Link } from 'wouter';

import type { BondJson } from '#contract/bonds/bonds';

import { useRead } from '../kernel/api/read-of.ts';
import { bondsQuery, portfolioQuery } from '../kernel/api/reads/user-queries.ts';
import { ClaimButtons } from './claim-buttons.tsx';
import { amountText } from '../kernel/ui/format/digits.ts';
import { isZero, trimZeros } from '../kernel/ui/format/format.ts';
import { buttonClass } from '../kernel/ui/forms/button-class.ts';
import { DataCard } from '../kernel/ui/cards/data-card.tsx';
import { Empty } from '../kernel/ui/cards/empty.tsx';
import { bondTexts } from './bond-texts.ts';
import { BondRow } from './bond-row.tsx';

const { list } = bondTexts;
const OPEN: readonly BondJson['status'][] = ['pending', 'confirmed'];

/** Every bond that is paid or announced and not claimed yet, those to claim first. */
export function BondList({ userId }: { readonly userId: string }) {
  const read = useRead(bondsQuery(userId));
  return (
    <DataCard title={list.title} says={list} read={read} skeleton={{ items: 4 }}>
      {(bonds) => {
        const open = bonds.filter(({ status }) => OPEN.includes(status));
        if (open.length === 0) return <NoBonds userId={userId} />;
        const ready = open.filter(({ claimable }) => claimable);
        return (
          <>
            {ready.length > 1 && (
              <div className="mb-4 flex justify-end">
                <ClaimButtons bonds={ready} />
              </div>
            )}
            <ul className="-my-4">
              {open.toSorted(byReadiness).map((bond) => (
                <BondRow key={bond.id} bond={bond} />
              ))}
            </ul>
          </>
        );
      }}
    </DataCard>
  );
}

/** How to get one; after a claim, what comes next. */
function NoBonds({ userId }: { readonly userId: string }) {
  const { data } = useQuery(portfolioQuery(userId));
  const icon = <Gem aria-hidden />;
  const unstaked = data?.unstakedLMT ?? '0';
  if (isZero(unstaked)) return <Empty icon={icon} title={list.empty} hint={list.emptyHint} />;
  return (
    <Empty
      icon={icon}
      title={list.empty}
      hint={list.idle(amountText('LMT', unstaked))}
      action={
        <Link href={`/?tab=stake&amount=${trimZeros(unstaked)}`} className={buttonClass({})}>
          {list.idleAction}
        </Link>
      }
    />
  );
}

function byReadiness(a: BondJson, b: BondJson): number {
  return (
    Number(b.claimable) - Number(a.claimable) || Date.parse(b.createdAt) - Date.parse(a.createdAt)
  );
}
