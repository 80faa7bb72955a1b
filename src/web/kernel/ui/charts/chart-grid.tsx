import { texts } from '../texts/shared-texts.ts';
import { chartGridClass } from './chart-layout.ts';
import { timeWords } from './chart-words.ts';
import { type Line, LineChart } from './line-chart.tsx';
import { PALETTE } from './palette.ts';

interface Values {
  readonly label: string;
  /** Which colour of the palette: each stands for the same on every screen. */
  readonly colour: number;
  readonly values: readonly (string | null)[];
}

/** The values of a field of each point. */
export const valuesOf =
  <P,>(points: readonly P[], textOf: (point: P, name: keyof P) => string | null) =>
  (label: string, name: keyof P, colour: number): Values => ({
    label,
    colour,
    values: points.map((point) => textOf(point, name)),
  });

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
  /** From when to when the axes of all pictures go; nothing while nothing is read. */
  readonly span?: readonly [start: number, end: number] | undefined;
}

export interface ChartGridProps extends Pick<ChartsProps, 'span'> {
  readonly all: readonly ChartsProps[];
  /** How many stand side by side where there is room. */
  readonly columns?: 1 | 2 | 3;
}

/** Pictures over time, in rows without a hole; where they have hardly begun, it says so. */
export function ChartGrid({ all, columns = 1, span }: ChartGridProps) {
  const isYoung = all.some(({ times }) => times.length < 3);
  return (
    <>
      <div className={chartGridClass(columns)}>
        {all.map(
          ({ times, charts }) =>
            times.length > 0 && <Charts key={charts[0]?.label} {...{ times, charts, span }} />,
        )}
      </div>
      {isYoung && <p className="mt-5 text-sm text-faint">{texts.chart.young}</p>}
    </>
  );
}

function Charts({ times, charts, span }: ChartsProps) {
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
