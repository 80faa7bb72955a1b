import { useQuery } from '@tanstack/react-query';

import { protocolSettingsQuery } from '../../api/queries.ts';
import { PriceNote } from '../../flows/price/price-note.tsx';
import { SkeletonFigure } from '../../ui/cards/skeleton-figure.tsx';
import { SkeletonLine } from '../../ui/cards/skeleton-line.tsx';
import { Stat } from '../../ui/cards/stat.tsx';
import { Figure } from '../../ui/format/figure.tsx';
import { bondTexts } from '../../texts/bond.ts';

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
