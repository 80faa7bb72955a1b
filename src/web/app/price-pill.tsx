import { useQuery } from '@tanstack/react-query';

import { protocolSettingsQuery } from '../kernel/api/queries.ts';
import { Figure } from '../kernel/ui/format/figure.tsx';
import { Pill } from '../kernel/ui/marks/pill.tsx';
import { SkeletonLine } from '../kernel/ui/cards/skeleton-line.tsx';
import { texts } from '../kernel/ui/texts/shared-texts.ts';

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
