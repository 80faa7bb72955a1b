import { useQuery } from '@tanstack/react-query';
import { Gem } from 'lucide-react';

import type { BondJson } from '#contract/bonds';

import { INTERVALS_MS } from '../../api/intervals.ts';
import { readOf } from '../../api/read-of.ts';
import { bondsQuery } from '../../api/user-queries.ts';
import { DataCard } from '../../ui/cards/data-card.tsx';
import { Empty } from '../../ui/cards/empty.tsx';
import { Skeleton } from '../../ui/cards/skeleton.tsx';
import { bondTexts } from '../../texts/bond.ts';
import { BondRow } from './bond-row.tsx';

const OPEN: readonly BondJson['status'][] = ['pending', 'confirmed'];

/** Every bond that is paid or announced and not claimed yet, those to claim first. */
export function BondList({ userId }: { readonly userId: string }) {
  const { list } = bondTexts;
  const read = readOf(useQuery(bondsQuery(userId)), INTERVALS_MS.bonds);
  return (
    <DataCard
      title={list.title}
      says={list}
      read={read}
      skeleton={<Skeleton className="h-[180px]" />}
    >
      {(bonds) => {
        const open = bonds.filter(({ status }) => OPEN.includes(status));
        if (open.length === 0) {
          return <Empty icon={<Gem aria-hidden />} title={list.empty} hint={list.emptyHint} />;
        }
        return (
          <ul className="-my-4">
            {open.toSorted(byReadiness).map((bond) => (
              <BondRow key={bond.id} bond={bond} />
            ))}
          </ul>
        );
      }}
    </DataCard>
  );
}

function byReadiness(a: BondJson, b: BondJson): number {
  return (
    Number(b.claimable) - Number(a.claimable) || Date.parse(b.createdAt) - Date.parse(a.createdAt)
  );
}
