/** One line of the benchmarks' table: ours against a floor measured in the same run. */
export interface Row {
  readonly name: string;
  readonly floor: string;
  readonly ours: string;
  readonly ratio: number;
  readonly goal: string;
  readonly holds: boolean;
}

/** The middle value; of an even number, the lower middle. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
}

/** The value that so many percent of the values do not exceed. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil((sorted.length * percent) / 100) - 1] ?? Number.NaN;
}

/** The rows as aligned text. */
export function table(rows: readonly Row[]): string {
  const head = ['what', 'floor', 'ours', 'ratio', 'goal', ''];
  const lines = [
    head,
    ...rows.map((row) => [
      row.name,
      row.floor,
      row.ours,
      row.ratio.toFixed(2),
      row.goal,
      row.holds ? 'holds' : 'MISSED',
    ]),
  ];
  const widths = head.map((_, i) => Math.max(...lines.map((line) => line[i]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
