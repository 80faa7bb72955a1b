import { barScale, roundTicks } from './chart-scale.ts';
import type { PictureColour } from './palette.ts';

interface Series {
  readonly label: string;
  readonly colour: PictureColour;
}

export interface Bar {
  /** Under the axis; and what stands there where it has no room. */
  readonly name: string;
  readonly mark: string;
  /** One per part, from the bottom up. */
  readonly values: readonly number[];
  /** Where the line stands at this bar; null where it is unknown. */
  readonly line: number | null;
  /** The bar in words. */
  readonly told: string;
}

interface BarChartProps {
  readonly label: string;
  readonly parts: readonly Series[];
  readonly line: Series;
  readonly bars: readonly Bar[];
  /** A value beside the axis, short. */
  readonly short: (value: number) => string;
  /** Says where the line is when it is too far above the bars to be drawn. */
  readonly above: (lowest: number) => string;
}

/** Stacked bars against a stepped line. Each bar tells its figures on hover and focus. */
export function BarChart({ label, parts, line, bars, short, above }: BarChartProps) {
  const sums = bars.map(({ values }) => values.reduce((all, value) => all + value, 0));
  const lines = bars.flatMap((bar) => (bar.line === null ? [] : [bar.line]));
  const { highest, lineAbove } = barScale(sums, lines);
  const ticks = roundTicks(0, highest || 1);
  const top = ticks.at(-1) ?? 1;
  const percent = (value: number) => `${Math.min(100, (value / top) * 100)}%`;
  return (
    <figure className="min-w-0">
      <Key series={lineAbove === null ? [...parts, line] : parts} label={label} />
      {lineAbove !== null && <p className="mt-1 text-sm text-quiet">{above(lineAbove)}</p>}
      <div className="mt-3 grid grid-cols-[2.75rem_minmax(0,1fr)] gap-x-2">
        <div aria-hidden className="relative h-44 text-right text-xs text-faint">
          {ticks.map((tick) => (
            <span
              key={tick}
              className="absolute right-0 translate-y-1/2"
              style={{ bottom: percent(tick) }}
            >
              {short(tick)}
            </span>
          ))}
        </div>
        <ol className="relative flex h-44 items-stretch gap-[3%]" aria-label={label}>
          {ticks.map((tick) => (
            <i
              key={tick}
              aria-hidden
              className="absolute inset-x-0 h-px bg-line"
              style={{ bottom: percent(tick) }}
            />
          ))}
          {bars.map((bar) => (
            <Stack
              key={bar.name}
              bar={lineAbove === null ? bar : { ...bar, line: null }}
              {...{ parts, line, percent }}
            />
          ))}
        </ol>
        <div
          aria-hidden
          className="col-start-2 mt-1.5 flex gap-[3%] text-center text-xs text-faint"
        >
          {bars.map(({ name, mark }) => (
            <span key={name} className="min-w-0 flex-1 truncate">
              <span className="max-tight:hidden">{name}</span>
              <span className="tight:hidden">{mark}</span>
            </span>
          ))}
        </div>
      </div>
    </figure>
  );
}

interface StackProps extends Pick<BarChartProps, 'parts' | 'line'> {
  readonly bar: Bar;
  readonly percent: (value: number) => string;
}

function Stack({ bar, parts, line, percent }: StackProps) {
  return (
    <li
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- its figures are told on focus
      tabIndex={0}
      aria-label={bar.told}
      data-hint={bar.told}
      className="relative flex min-w-0 flex-1 flex-col-reverse rounded-sm"
    >
      {bar.values.map((value, index) => (
        <i
          key={parts[index]?.label}
          style={{ height: percent(value), background: parts[index]?.colour }}
          className="block shrink-0 last:rounded-t-sm"
        />
      ))}
      {bar.line !== null && (
        <i
          aria-hidden
          className="absolute -inset-x-[6%] h-0.5 rounded-full"
          style={{ bottom: percent(bar.line), background: line.colour }}
        />
      )}
    </li>
  );
}

function Key({ series, label }: { readonly series: readonly Series[]; readonly label: string }) {
  return (
    <figcaption className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
      <span className="sr-only">{label}</span>
      <ul className="flex flex-wrap gap-x-4 text-sm">
        {series.map(({ label: name, colour }) => (
          <li key={name} className="flex items-center gap-[7px] text-quiet">
            <i aria-hidden className="size-2 rounded-[3px]" style={{ background: colour }} />
            {name}
          </li>
        ))}
      </ul>
    </figcaption>
  );
}
