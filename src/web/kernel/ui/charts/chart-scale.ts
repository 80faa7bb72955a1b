/** Lengths on the screen, not amounts: what is exact is said by the chart's words. */
export interface ChartScale {
  /** Values at which lines are drawn across, from the lowest to the highest. */
  readonly ticks: readonly number[];
  /** From the left, 0 to 1. */
  readonly x: (time: number) => number;
  /** From the top, 0 to 1. */
  readonly y: (value: number) => number;
}

const STEPS = [1, 2, 2.5, 5, 10];
const LINES = 3;
const FLAT = 0.05;

/** Where times and values go on a chart; with `fromZero` the lowest line is 0. */
export function chartScale(
  times: readonly number[],
  values: readonly number[],
  fromZero: boolean,
): ChartScale {
  const ticks = roundTicks(...boundsOf(fromZero ? [0, ...values] : values));
  const [start = 0, end = 0] = [times[0], times.at(-1)];
  const [low = 0, high = 1] = [ticks[0], ticks.at(-1)];
  return {
    ticks,
    x: (time) => (end === start ? 1 : (time - start) / (end - start)),
    y: (value) => 1 - (value - low) / (high - low),
  };
}

/** The lowest and the highest; where they are one, a little below and above it. */
function boundsOf(values: readonly number[]): [number, number] {
  if (values.every((value) => value === 0)) return [0, 1];
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return low === high ? [low * (1 - FLAT), high * (1 + FLAT)] : [low, high];
}

/**
 * Round numbers that span from at most `low` to at least `high`, which is more.
 *
 * @example roundTicks(0, 7500) // [0, 2500, 5000, 7500]
 */
export function roundTicks(low: number, high: number): number[] {
  const span = high - low;
  const size = 10 ** Math.floor(Math.log10(span / LINES));
  const step = (STEPS.find((each) => each * size >= span / LINES) ?? 10) * size;
  const first = Math.floor(low / step);
  const last = Math.ceil(high / step);
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
}

/**
 * An SVG path through points on a 100 × 100 ground, from point to point or in steps; where a value is
 * missing, the line is too.
 */
export function linePath(
  {
    times,
    values,
  }: { readonly times: readonly number[]; readonly values: readonly (number | null)[] },
  scale: ChartScale,
  isStepped: boolean,
): string {
  let isDrawing = false;
  const parts = times.map((time, index) => {
    const value = values[index] ?? null;
    if (value === null) {
      isDrawing = false;
      return '';
    }
    const [x, y] = [percent(scale.x(time)), percent(scale.y(value))];
    // 'h0' makes a dot of a point that stands alone.
    const move = !isDrawing ? `M${x} ${y}h0` : isStepped ? `H${x}V${y}` : `L${x} ${y}`;
    isDrawing = true;
    return move;
  });
  return parts.join('');
}

/**
 * From when to when an axis of time goes: over its points, or over a span that several pictures share; with
 * room for half a bar at both ends.
 */
export function axisOf(
  times: readonly number[],
  { span, isBars }: { readonly span?: readonly [number, number] | undefined; isBars: boolean },
): readonly [start: number, end: number] {
  const start = Math.min(span?.[0] ?? Infinity, times[0] ?? 0);
  const end = Math.max(span?.[1] ?? -Infinity, times.at(-1) ?? 0);
  const half = isBars ? stepOf(times) / 2 : 0;
  return [start - half, end + half];
}

/** The least time between two points; any, where there is one alone. */
function stepOf(times: readonly number[]): number {
  const steps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  return steps.length === 0 ? 1 : Math.min(...steps);
}

/** How much of its place a bar fills. */
const BAR_PART = 0.7;

/** SVG paths of bars on a 100 × 100 ground, one path for each series: the second stands on the first, and so on. */
export function barPaths(
  times: readonly number[],
  series: readonly (readonly (number | null)[])[],
  scale: ChartScale,
): string[] {
  const wide = (scale.x(stepOf(times)) - scale.x(0)) * BAR_PART;
  const below = times.map(() => 0);
  return series.map((values) =>
    times
      .map((time, index) => {
        const value = values[index] ?? 0;
        if (value === 0) return '';
        const foot = below[index] ?? 0;
        below[index] = foot + value;
        const [left, top] = [percent(scale.x(time) - wide / 2), percent(scale.y(foot + value))];
        return `M${left} ${top}h${percent(wide)}V${percent(scale.y(foot))}h-${percent(wide)}z`;
      })
      .join(''),
  );
}

/** The index of the time that is nearest to a part of the way from the first to the last. */
export function nearestIndex(times: readonly number[], scale: ChartScale, part: number): number {
  const distances = times.map((time) => Math.abs(scale.x(time) - part));
  return distances.indexOf(Math.min(...distances));
}

function percent(part: number): number {
  return Math.round(part * 10_000) / 100;
}

/** A line farther above the highest bar than this many times would press the bars flat. */
const LINE_ROOM = 1.5;

/**
 * How high a chart of bars and a line is. `lineAbove` is the line's lowest value where it can't be drawn
 * to scale, and null where it can: it is never drawn lower than it is.
 */
export function barScale(
  bars: readonly number[],
  line: readonly number[],
): { readonly highest: number; readonly lineAbove: number | null } {
  const bar = Math.max(...bars, 0);
  const top = Math.max(...line, 0);
  if (bar > 0 && top > bar * LINE_ROOM) return { highest: bar, lineAbove: Math.min(...line) };
  return { highest: Math.max(bar, top), lineAbove: null };
}
