import { ChartGrid, type ChartGridProps } from '../../../ui/charts/chart-grid.tsx';
import { Mask, useHidden } from '../sensitive.tsx';

/** Pictures that the owner may hide. */
export function SafeCharts(props: ChartGridProps) {
  return useHidden() ? <Mask /> : <ChartGrid {...props} />;
}
