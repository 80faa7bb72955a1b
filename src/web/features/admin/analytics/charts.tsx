import { cx } from '../../../ui/format/cx.ts';
import { type Line, LineChart } from '../../../ui/charts/line-chart.tsx';
import { PALETTE } from '../../../ui/charts/palette.ts';
import { timeWords } from '../../../ui/charts/chart-words.ts';
import { analyticsTexts } from '../../../texts/admin-analytics.ts';
import { Mask, useHidden } from '../sensitive.tsx';

interface Values {
  readonly label: string;
  /** Which colour of the palette; those of the user's charts mean the same here. */
  readonly colour: number;
  readonly values: readonly (string | null)[];
  readonly isStepped?: boolean;
}

interface Drawn {
  readonly label: string;
  readonly lines: readonly Values[];
  readonly words: {
    readonly exact: (value: string | null) => string;
    readonly short: (value: number) => string;
  };
  readonly fromZero?: boolean;
}

/** Pictures that share their time. */
export interface ChartsProps {
  readonly times: readonly string[];
  readonly charts: readonly Drawn[];
}

interface ChartGridProps {
  readonly all: readonly ChartsProps[];
  /** How many stand side by side where there is room. */
  readonly columns?: 1 | 2;
}

/** Lines over time, in rows without a hole; where they have hardly begun, it says so. */
export function ChartGrid({ all, columns = 1 }: ChartGridProps) {
  const isYoung = all.some(({ times }) => times.length < 3);
  if (useHidden()) return <Mask />;
  return (
    <>
      <div className={cx('grid gap-x-10 gap-y-8', columns === 2 && 'wide:grid-cols-2')}>
        {all.map(
          ({ times, charts }) =>
            times.length > 0 && <Charts key={charts[0]?.label} {...{ times, charts }} />,
        )}
      </div>
      {isYoung && <p className="mt-5 text-sm text-faint">{analyticsTexts.young}</p>}
    </>
  );
}

function Charts({ times, charts }: ChartsProps) {
  const shared = timeWords(times.map((at) => Date.parse(at)));
  return charts.map(({ label, lines, words, fromZero = false }) => (
    <LineChart
      key={label}
      {...shared}
      {...words}
      label={label}
      fromZero={fromZero}
      lines={lines.map(({ colour, ...line }): Line => ({
        ...line,
        colour: PALETTE[colour] ?? PALETTE[0],
      }))}
    />
  ));
}
