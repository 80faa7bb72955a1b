import type { Transparency } from '#contract/treasury';
import { DAY_MS } from '#domain/time';

import { formatNumber } from '../../ui/format.ts';
import { type Line, LineChart } from '../../ui/line-chart.tsx';
import { PALETTE } from '../../ui/palette.ts';
import { texts } from '../../ui/texts.ts';
import { treasuryTexts } from '../../ui/texts/treasury.ts';
import { dateTimeText } from '../../ui/times.ts';
import { type Point, pointsOf } from './points.ts';

const says = treasuryTexts.transparency;
const SHORT = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 2 });
const CLOCK = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });

/** The history in four pictures that share their time. */
export function TransparencyCharts({ data }: { readonly data: Transparency }) {
  const points = pointsOf(data);
  const times = points.map(({ at }) => Date.parse(at));
  const span = (times.at(-1) ?? 0) - (times[0] ?? 0);
  const clock = span <= 2 * DAY_MS ? CLOCK : DAY;
  const shared = {
    times,
    shortTime: (time: number) => clock.format(time),
    exactTime: (time: number) => dateTimeText(new Date(time).toISOString()),
  };
  const line = (label: string, name: keyof Point, colour: number): Line => ({
    label,
    colour: PALETTE[colour] ?? PALETTE[0],
    values: points.map((point) => point[name]),
  });
  const price = { ...line(says.price, 'lmtPriceUSDC', 0), isStepped: true };
  return (
    <div>
      <div className="grid gap-x-10 gap-y-8 wide:grid-cols-2">
        <LineChart
          {...shared}
          {...USD}
          label={says.backing}
          lines={[line(says.held, 'holdingsUSD', 0), line(says.owed, 'liabilitiesUSD', 2)]}
          fromZero
        />
        <LineChart
          {...shared}
          {...TIMES}
          label={says.coverage}
          lines={[line(says.coverageLine, 'coverage', 0)]}
          fromZero
        />
        <LineChart
          {...shared}
          {...USD}
          label={says.cost}
          lines={[
            line(says.costLine, 'dailyAPYCost', 3),
            line(says.revenueLine, 'dailyRevenue', 0),
          ]}
          fromZero
        />
        <LineChart {...shared} {...USD} label={says.priceOverTime} lines={[price]} />
      </div>
      {points.length < 3 && <p className="mt-5 text-sm text-faint">{says.young}</p>}
    </div>
  );
}

const USD = {
  exact: (value: string | null) =>
    value === null ? texts.figure.none : `$${formatNumber(value, 2)}`,
  short: (value: number) => `$${SHORT.format(value)}`,
};

const TIMES = {
  exact: (value: string | null) =>
    value === null ? texts.figure.none : `${formatNumber(value, 2)}×`,
  short: (value: number) => `${SHORT.format(value)}×`,
};
