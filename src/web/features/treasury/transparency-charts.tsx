import type { Transparency } from '#contract/treasury';

import { chartGridClass } from '../../ui/charts/chart-grid-class.ts';
import { TIMES_WORDS, USD_WORDS, timeWords } from '../../ui/charts/chart-words.ts';
import { type Line, LineChart } from '../../ui/charts/line-chart.tsx';
import { PALETTE } from '../../ui/charts/palette.ts';
import { treasuryTexts } from '../../texts/treasury.ts';
import { type Point, pointsOf } from './points.ts';

const says = treasuryTexts.transparency;

/** The history in four pictures that share their time. */
export function TransparencyCharts({ data }: { readonly data: Transparency }) {
  const points = pointsOf(data);
  const times = points.map(({ at }) => Date.parse(at));
  const shared = timeWords(times);
  const line = (label: string, name: keyof Point, colour: number): Line => ({
    label,
    colour: PALETTE[colour] ?? PALETTE[0],
    values: points.map((point) => point[name]),
    // Each value was read at its time, and stood until the next one was.
    isStepped: true,
  });
  return (
    <div>
      <div className={chartGridClass(2)}>
        <LineChart
          {...shared}
          {...USD_WORDS}
          label={says.backing}
          lines={[line(says.held, 'holdingsUSD', 0), line(says.owed, 'liabilitiesUSD', 2)]}
          fromZero
        />
        <LineChart
          {...shared}
          {...TIMES_WORDS}
          label={says.coverage}
          lines={[line(says.coverageLine, 'coverage', 0)]}
        />
        <LineChart
          {...shared}
          {...USD_WORDS}
          label={says.cost}
          lines={[
            line(says.costLine, 'dailyAPYCost', 3),
            line(says.revenueLine, 'dailyRevenue', 0),
          ]}
          fromZero
        />
        <LineChart
          {...shared}
          {...USD_WORDS}
          label={says.priceOverTime}
          lines={[line(says.price, 'lmtPriceUSDC', 0)]}
        />
      </div>
      {points.length < 3 && <p className="mt-5 text-sm text-faint">{says.young}</p>}
    </div>
  );
}
