import { useQuery } from '@tanstack/react-query';

import { protocolSettingsQuery } from '../../api/queries.ts';
import { SolDoubt } from '../../flows/price/sol-doubt.tsx';
import { Figure } from '../../ui/format/figure.tsx';
import { formatPercent } from '../../ui/format/format.ts';
import { Skeleton } from '../../ui/cards/skeleton.tsx';
import { protocolTexts } from '../../texts/protocol.ts';
import { bondTexts } from '../../texts/bond.ts';

/** What one LMT costs now, in both tokens, and how the price grows. */
export function PriceNow() {
  const { data } = useQuery(protocolSettingsQuery());
  return (
    <div>
      <p className="text-sm text-quiet">{bondTexts.price}</p>
      {data ? (
        <>
          <p className="mt-1.5">
            <Figure value={data.lmtPriceUSDC} unit="USDC" size="lg" />
          </p>
          <p className="mt-1.5 text-sm text-quiet">
            <Figure value={data.lmtPriceSOL} digits="fine" unit="SOL" className="text-quiet" />
            <SolDoubt />
            {' · '}
            <span className="text-accent">
              {protocolTexts.weekly(formatPercent(data.weeklyPriceIncrease))}
            </span>
          </p>
        </>
      ) : (
        <>
          <Skeleton className="mt-1.5 h-8 w-44" />
          <Skeleton className="mt-1.5 h-[19px] w-40" />
        </>
      )}
    </div>
  );
}
