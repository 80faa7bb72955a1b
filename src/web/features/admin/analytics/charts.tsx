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

interface ChartsProps {
  readonly times: readonly string[];
  readonly charts: readonly Drawn[];
  readonly columns?: 1 | 2;
}

/** Pictures that share their time. */
export function Charts({ times, charts, columns = 1 }: ChartsProps) {
  const isHidden = useHidden();
  const shared = timeWords(times.map((at) => Date.parse(at)));
  if (times.length === 0) return <p className="text-sm text-faint">{analyticsTexts.young}</p>;
  if (isHidden) return <Mask />;
  return (
    <div>
      <div className={columns === 2 ? 'grid gap-x-10 gap-y-8 wide:grid-cols-2' : 'grid gap-8'}>
        {charts.map(({ label, lines, words, fromZero = false }) => (
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
        ))}
      </div>
      {times.length < 3 && <p className="mt-5 text-sm text-faint">{analyticsTexts.young}</p>}
    </div>
  );
}
