import { Fragment, type ReactNode } from 'react';

import { CHART_HEIGHT, chartGridClass } from '../charts/chart-layout.ts';
import { cx } from '../format/cx.ts';
import type { FigureSize } from '../format/figure.tsx';
import { factRowClass } from '../tables/fact-row-class.ts';
import { SkeletonFigure } from './skeleton-figure.tsx';
import { SkeletonLine } from './skeleton-line.tsx';
import { Stat } from './stat.tsx';
import { StatGrid } from './stat-grid.tsx';

/** How many there are of each part, in the order in which the parts stand. */
export interface Shape {
  /** Stats side by side: one or two large ones, or a StatGrid. */
  readonly figures?: number;
  readonly charts?: number;
  /** Rows of a table, or of facts. */
  readonly rows?: number;
  /** Rows of two lines. */
  readonly items?: number;
  /** Rows of two lines, in two columns where there is room. */
  readonly pairs?: number;
  /** Letters, in lines as wide as the card. */
  readonly text?: number;
  /** What needs no data, as it is. */
  readonly known?: ReactNode;
}

/** Digits that cannot be seen, and where the line may break. */
const WORD = '\u2007\u2007\u2007\u2007 ';

type Draw = (count: number) => ReactNode;
const PARTS: Readonly<Record<Exclude<keyof Shape, 'known'>, Draw>> = {
  figures: (count) =>
    count > 2 ? (
      <StatGrid columns={count === 3 ? 3 : 4}>{many(count, <Blank size="lg" />)}</StatGrid>
    ) : (
      <div className="grid gap-6 sm:grid-cols-2">{many(count, <Blank size="xl" />)}</div>
    ),
  charts: (count) => <div className={chartGridClass(count)}>{many(count, <Chart />)}</div>,
  rows: (count) => many(count, <Row />),
  items: (count) => many(count, <Row hasNote />),
  pairs: (count) => (
    <div className="grid gap-x-10 sm:grid-cols-2">{many(count, <Row hasNote isDouble />)}</div>
  ),
  text: (letters) => (
    <p className="text-[0.8125rem]">
      <span className="animate-breathe rounded-md bg-raise box-decoration-clone">
        {WORD.repeat(letters / WORD.length)}
      </span>
    </p>
  ),
};

const many = (count: number, one: ReactNode) =>
  Array.from({ length: count }, (_, index) => <Fragment key={index}>{one}</Fragment>);

/** Holds the place of what is read: its height follows from type, rows and gaps, at every width. */
export function Skeleton(shape: Shape) {
  const parts = Object.keys(shape) as (keyof Shape)[];
  return (
    <div className="grid gap-8">
      {parts.map((part) => (
        <div key={part}>{part === 'known' ? shape.known : PARTS[part](shape[part] ?? 0)}</div>
      ))}
    </div>
  );
}

function Blank({ size }: { readonly size: FigureSize }) {
  return (
    <Stat
      label={<SkeletonLine className="w-24" />}
      value={<SkeletonFigure size={size} />}
      note={<SkeletonLine className="w-32" />}
    />
  );
}

function Chart() {
  return (
    <div>
      <SkeletonLine className="w-40 text-sm" />
      <div className={cx('mt-3 animate-breathe rounded-md bg-raise', CHART_HEIGHT)} />
      <SkeletonLine className="mt-1.5 text-xs" />
    </div>
  );
}

interface RowProps {
  readonly hasNote?: boolean;
  /** In one of two columns. */
  readonly isDouble?: boolean;
}

function Row({ hasNote = false, isDouble = false }: RowProps) {
  return (
    <div className={factRowClass(isDouble)}>
      <div>
        <SkeletonLine className="w-40" />
        {hasNote && <SkeletonLine className="w-28 text-sm" />}
      </div>
      <SkeletonLine className="w-20 self-start" />
    </div>
  );
}
