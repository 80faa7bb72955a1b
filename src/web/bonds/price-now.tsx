import { useQuery } from '@tanstack/react-query';

import { protocolSettingsQuery } from '../kernel/api/queries.ts';
import { PriceNote } from '../kernel/prices/price-note.tsx';
import { SkeletonFigure } from '../kernel/ui/cards/skeleton-figure.tsx';
import { SkeletonLine } from '../kernel/ui/cards/skeleton-line.tsx';
import { Stat } from '../kernel/ui/cards/stat.tsx';
import { Figure } from '../kernel/ui/format/figure.tsx';
import { bondTexts } from './bond-texts.ts';

/** What one LMT costs now, in both tokens, and how the price grows. */
export function PriceNow() {
  const { data } = useQuery(protocolSettingsQuery());
  return (
    <Stat
      label={bondTexts.price}
      value={
        data ? (
          <Figure value={data.lmtPriceUSDC} nearest unit="USDC" size="lg" />
        ) : (
          <SkeletonFigure size="lg" />
        )
      }
      note={data ? <PriceNote settings={data} /> : <SkeletonLine className="w-40" />}
    />
  );
}
