import type { CSSProperties } from 'react';

import { FIGURE_SIZES, type FigureSize } from '../format/figure.tsx';
import { SkeletonLine } from './skeleton-line.tsx';

/** A large figure that is not there yet. */
export function SkeletonFigure({ size }: { readonly size: FigureSize }) {
  return (
    <div style={{ '--letters': 6 } as CSSProperties}>
      <SkeletonLine className={`w-[6ch] ${FIGURE_SIZES[size]}`} />
    </div>
  );
}
