import type { ComponentProps } from 'react';

import { Cell } from '../ui/tables/cell.tsx';
import { SafeFigure } from './sensitive.tsx';

/** A table cell with a figure that the owner may hide. */
export function FigureCell(props: ComponentProps<typeof SafeFigure>) {
  return (
    <Cell right>
      <SafeFigure {...props} />
    </Cell>
  );
}
