import { useQuery } from '@tanstack/react-query';

import { protocolSettingsQuery } from '../api/queries.ts';
import { Figure } from '../ui/format/figure.tsx';
import { Pill } from '../ui/marks/pill.tsx';
import { SkeletonLine } from '../ui/cards/skeleton-line.tsx';
import { texts } from '../texts/texts.ts';

export function PricePill() {
  const { data, isError } = useQuery(protocolSettingsQuery());
  if (isError && !data) return null;
  return (
    <Pill>
      {texts.app.name}
      {data ? (
        <Figure value={data.lmtPriceUSDC} prefix="$" className="text-text" />
      ) : (
        <SkeletonLine className="w-14" />
      )}
    </Pill>
  );
}
