const COLUMNS: Readonly<Record<number, string>> = { 1: '', 3: 'wide:grid-cols-3' };

/** Charts that stand so many abreast where there is room; two, where it is neither one nor three. */
export function chartGridClass(columns: number): string {
  return `grid gap-x-10 gap-y-8 ${COLUMNS[columns] ?? 'wide:grid-cols-2'}`;
}

/** How tall a chart is, and the place that is held for it. */
export const CHART_HEIGHT = 'h-40';
