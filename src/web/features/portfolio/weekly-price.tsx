import { useQuery } from '@tanstack/react-query';

import { protocolSettingsQuery } from '../../api/queries.ts';
import { Figure } from '../../ui/figure.tsx';
import { formatPercent } from '../../ui/format.ts';
import { texts } from '../../ui/texts.ts';
import { portfolioTexts } from '../../ui/texts/portfolio.ts';

/** The LMT price and how it grows. */
export function WeeklyPrice() {
  const { data } = useQuery(protocolSettingsQuery());
  if (!data) return null;
  return (
    <p className="text-sm text-quiet sm:text-right">
      {portfolioTexts.price}
      <br />
      <Figure
        value={data.lmtPriceUSDC}
        decimals={2}
        prefix="$"
        className="text-md text-text"
      />{' '}
      <span className="text-accent">
        {texts.protocol.weekly(formatPercent(data.weeklyPriceIncrease))}
      </span>
    </p>
  );
}
