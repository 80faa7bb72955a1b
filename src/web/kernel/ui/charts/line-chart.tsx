import { type PointerEvent, useState } from 'react';

import { cx } from '../format/cx.ts';
import { CHART_HEIGHT } from './chart-layout.ts';
import {
  type ChartScale,
  axisOf,
  barPaths,
  chartScale,
  linePath,
  nearestIndex,
} from './chart-scale.ts';
import type { PictureColour } from './palette.ts';

export interface Line {
  readonly label: string;
  readonly colour: PictureColour;
  /** Decimal strings, one per time; null where it is unknown. */
  readonly values: readonly (string | null)[];
  /** A value holds until the next one: no slope between them. */
  readonly isStepped?: boolean;
}

interface LineChartProps {
  readonly label: string;
  /** Milliseconds since 1970, oldest first; at least one. */
  readonly times: readonly number[];
  readonly lines: readonly Line[];
  readonly fromZero?: boolean;
  /** What was counted in each span of time: as bars, one on the other, and not as lines. */
  readonly isBars?: boolean;
  /** From when to when the axis goes at least, where pictures side by side share it. */
  readonly span?: readonly [number, number] | undefined;
  /** The lines alone, low, beside a figure that says the newest value. */
  readonly isCompact?: boolean;
  /** A value as words, whole. */
  readonly exact: (value: string | null) => string;
  /** A value beside the axis, short. */
  readonly short: (value: number) => string;
  /** A time under the axis, and the same whole. */
  readonly shortTime: (time: number) => string;
  readonly exactTime: (time: number) => string;
}

/** Where the lines are drawn; it has the focus ring of the slider in it. */
const PLOT =
  'relative touch-pan-y rounded-sm has-focus-visible:outline-2 has-focus-visible:outline-offset-4 has-focus-visible:outline-text';

/** Lines over time. Hover, touch or arrow keys tell the values of a point. */
export function LineChart(props: LineChartProps) {
  const { label, times, lines, fromZero = false, isBars = false, span, exact, exactTime } = props;
  const { isCompact = false } = props;
  const [shown, setShown] = useState<number | null>(null);
  const last = times.length - 1;
  const numbers = lines.map(({ values }) =>
    values.map((text) => (text === null ? null : Number(text))),
  );
  const scale = chartScale(axisOf(times, { span, isBars }), heightsOf(numbers, isBars), fromZero);
  const point = Math.min(shown ?? last, last);
  const told = lines.map(({ label: name, values }) => `${name} ${exact(values[point] ?? null)}`);
  const follow = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    setShown(nearestIndex(times, scale, (clientX - left) / width));
  };
  return (
    // Beside one whose key takes two lines, the pictures stand side by side all the same.
    <figure className="flex min-w-0 flex-col justify-between">
      <figcaption
        className={
          isCompact ? 'sr-only' : 'flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1'
        }
      >
        <span className="text-sm text-quiet">{label}</span>
        <Key lines={lines} exact={exact} />
      </figcaption>
      <div className={cx(!isCompact && 'mt-3 grid grid-cols-[3.25rem_minmax(0,1fr)] gap-x-2')}>
        {!isCompact && <ValueAxis scale={scale} short={props.short} />}
        <div
          className={cx(isCompact ? 'h-16' : CHART_HEIGHT, PLOT)}
          onPointerDown={follow}
          onPointerMove={follow}
          onPointerLeave={() => setShown(null)}
        >
          <Picture {...{ times, lines, numbers, scale, isBars, isCompact }} />
          {shown !== null && (
            <Pointed
              x={scale.x(times[point] ?? 0)}
              title={exactTime(times[point] ?? 0)}
              told={told}
            />
          )}
          <input
            type="range"
            aria-label={label}
            aria-valuetext={`${exactTime(times[point] ?? 0)}: ${told.join(', ')}`}
            min={0}
            max={last}
            value={point}
            onChange={(event) => setShown(event.target.valueAsNumber)}
            onFocus={(event) => event.target.matches(':focus-visible') && setShown(point)}
            onBlur={() => setShown(null)}
            className="pointer-events-none absolute inset-0 opacity-0"
          />
        </div>
        {!isCompact && (
          <TimeAxis axis={axisOf(times, { span, isBars: false })} shortTime={props.shortTime} />
        )}
      </div>
    </figure>
  );
}

type Numbers = readonly (readonly (number | null)[])[];

/** The values that the picture must have room for: each, or, of bars, what stands on one another. */
function heightsOf(numbers: Numbers, isBars: boolean): number[] {
  if (!isBars) return numbers.flat().filter((value) => value !== null);
  const [first = []] = numbers;
  return first.map((_, index) => numbers.reduce((sum, values) => sum + (values[index] ?? 0), 0));
}

/** Which line is which, with its newest value. */
function Key({ lines, exact }: Pick<LineChartProps, 'lines' | 'exact'>) {
  return (
    <ul className="flex flex-wrap gap-x-4 text-sm">
      {lines.map(({ label, colour, values }) => (
        <li key={label} className="flex items-center gap-[7px] text-quiet">
          <i aria-hidden className="size-2 rounded-[3px]" style={{ background: colour }} />
          {label}
          <b className="font-[560] text-text">{exact(values.at(-1) ?? null)}</b>
        </li>
      ))}
    </ul>
  );
}

interface PictureProps extends Pick<LineChartProps, 'times' | 'lines'> {
  readonly numbers: Numbers;
  readonly scale: ChartScale;
  readonly isBars: boolean;
  readonly isCompact: boolean;
}

function Picture({ times, lines, numbers, scale, isBars, isCompact }: PictureProps) {
  const bars = isBars ? barPaths(times, numbers, scale) : [];
  return (
    <svg
      aria-hidden
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      className="absolute inset-0 size-full overflow-visible"
    >
      {(isCompact ? [] : scale.ticks).map((tick) => (
        <path
          key={tick}
          d={`M0 ${scale.y(tick) * 100}H100`}
          stroke="var(--line)"
          vectorEffect="non-scaling-stroke"
        />
      ))}
      {bars.map((path, index) => (
        <path key={lines[index]?.label} d={path} fill={lines[index]?.colour} />
      ))}
      {(isBars ? [] : lines).map(({ label, colour, isStepped = false }, index) => (
        <path
          key={label}
          d={linePath({ times, values: numbers[index] ?? [] }, scale, isStepped)}
          fill="none"
          stroke={colour}
          strokeWidth={2}
          strokeLinejoin="round"
          strokeLinecap="round"
          vectorEffect="non-scaling-stroke"
        />
      ))}
    </svg>
  );
}

/** The point in question, and its values on the side where there is room. */
function Pointed({ x, title, told }: { x: number; title: string; told: readonly string[] }) {
  const side = x > 0.5 ? { right: `${(1 - x) * 100}%` } : { left: `${x * 100}%` };
  return (
    <>
      <i className="absolute inset-y-0 w-px bg-quiet" style={{ left: `${x * 100}%` }} />
      <div
        className="pointer-events-none absolute top-0 z-10 mx-2 rounded-lg border border-line bg-raise px-2.5 py-1.5 text-sm whitespace-nowrap shadow-raised"
        style={side}
      >
        <p className="text-faint">{title}</p>
        {told.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
    </>
  );
}

function ValueAxis({ scale, short }: { scale: ChartScale; short: LineChartProps['short'] }) {
  return (
    <div aria-hidden className="relative text-right text-xs text-faint">
      {scale.ticks.map((tick) => (
        <span
          key={tick}
          className="absolute right-0 -translate-y-1/2"
          style={{ top: `${scale.y(tick) * 100}%` }}
        >
          {short(tick)}
        </span>
      ))}
    </div>
  );
}

interface TimeAxisProps extends Pick<LineChartProps, 'shortTime'> {
  readonly axis: readonly [start: number, end: number];
}

function TimeAxis({ axis: [start, end], shortTime }: TimeAxisProps) {
  const marks = start === end ? [end] : [start, (start + end) / 2, end];
  return (
    <div aria-hidden className="col-start-2 mt-1.5 flex justify-between text-xs text-faint">
      {marks.map((time) => (
        <span key={time}>{shortTime(time)}</span>
      ))}
    </div>
  );
}
