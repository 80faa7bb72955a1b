import { ChartGrid, type ChartGridProps } from '../../kernel/ui/charts/chart-grid.tsx';
import { Mask, useHidden } from '../../kernel/dashboard/sensitive.tsx';

/** Pictures that the owner may hide. */
export function SafeCharts(props: ChartGridProps) {
  return useHidden() ? <Mask /> : <ChartGrid {...props} />;
}
