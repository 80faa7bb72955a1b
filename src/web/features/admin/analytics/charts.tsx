import { chartGridClass } from '../../../ui/charts/chart-layout.ts';
import { type Line, LineChart } from '../../../ui/charts/line-chart.tsx';
import { PALETTE } from '../../../ui/charts/palette.ts';
import { timeWords } from '../../../ui/charts/chart-words.ts';
import { analyticsTexts } from '../../../texts/admin-analytics.ts';
import { Mask, useHidden } from '../sensitive.tsx';
import type { Span } from './use-span.ts';

interface Values {
  readonly label: string;
  /** Which colour of the palette; those of the user's charts mean the same here. */
  readonly colour: number;
  readonly values: readonly (string | null)[];
}

interface Drawn {
  readonly label: string;
  readonly lines: readonly Values[];
  readonly words: {
    readonly exact: (value: string | null) => string;
    readonly short: (value: number) => string;
  };
  readonly fromZero?: boolean;
  /** Counted in each hour or day, and not as it stood then. */
  readonly isBars?: boolean;
}

/** Pictures that share their time. */
export interface ChartsProps {
  readonly times: readonly string[];
  readonly charts: readonly Drawn[];
}

interface ChartGridProps {
  readonly all: readonly ChartsProps[];
  /** How many stand side by side where there is room. */
  readonly columns?: 1 | 2 | 3;
  readonly span: Span;
}

/** Pictures over time, in rows without a hole; where they have hardly begun, it says so. */
export function ChartGrid({ all, columns = 1, span }: ChartGridProps) {
  const isYoung = all.some(({ times }) => times.length < 3);
  if (useHidden()) return <Mask />;
  return (
    <>
      <div className={chartGridClass(columns)}>
        {all.map(
          ({ times, charts }) =>
            times.length > 0 && <Charts key={charts[0]?.label} {...{ times, charts, span }} />,
        )}
      </div>
      {isYoung && <p className="mt-5 text-sm text-faint">{analyticsTexts.young}</p>}
    </>
  );
}

function Charts({ times, charts, span }: ChartsProps & { readonly span: Span }) {
  const shared = timeWords(times.map((at) => Date.parse(at)));
  return charts.map(({ label, lines, words, fromZero = false, isBars = false }) => (
    <LineChart
      key={label}
      {...shared}
      {...words}
      label={label}
      fromZero={fromZero}
      isBars={isBars}
      span={span}
      lines={lines.map(({ colour, ...line }): Line => ({
        ...line,
        colour: PALETTE[colour] ?? PALETTE[0],
        // Each value was read at its time, and stood until the next one was.
        isStepped: true,
      }))}
    />
  ));
}
