import { type VirtualizerOptions, useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useRef } from 'react';

import { type Head, TableHead } from './table-head.tsx';
import { FADES, useMore } from './use-more.ts';

interface VirtualTableProps<T> {
  readonly label: string;
  readonly head: Head;
  readonly items: readonly T[];
  /** All there are, where that is more than those that are read. */
  readonly total?: number | undefined;
  readonly keyOf: (item: T) => string;
  /** Cells of a row. */
  readonly row: (item: T) => ReactNode;
  /** Of the whole table, at most; in px, or as CSS has it. */
  readonly height?: number | string;
  /** Told when the last row comes into sight. */
  readonly onEnd?: (() => void) | undefined;
  /** Opens a row; its first control should do the same for the keyboard. */
  readonly onOpen?: (item: T) => void;
  /** Which row is chosen; it is kept in sight. */
  readonly chosen?: string | null;
  /** Under this name its place is there again when the table comes back. */
  readonly keptAs?: string;
}

/** One line of a cell; a row grows with a second one, and on a touch screen with its controls. */
const ROW_PX = 38;
/** Covered by the head. */
const HEAD_PX = 34;

type Options = VirtualizerOptions<HTMLDivElement, Element>;

/** How far tables that were left had been scrolled, and how high their rows are. */
const places = new Map<string, Pick<Options, 'initialOffset' | 'initialMeasurementsCache'>>();

/** Begins where the table of this name was left, and notes where it is left the next time. */
const keptPlace = (name: string): Partial<Options> => ({
  ...places.get(name),
  onChange: ({ scrollOffset, measurementsCache }) => {
    const initialOffset = scrollOffset ?? 0;
    places.set(name, { initialOffset, initialMeasurementsCache: measurementsCache });
  },
});

/** A table of any length, of which only the rows in sight are drawn; it scrolls in itself. */
export function VirtualTable<T>(props: VirtualTableProps<T>) {
  'use no memo';
  const { label, head, items, total = items.length, keyOf, row, height = 500 } = props;
  const { onEnd, onOpen, chosen = null, keptAs } = props;
  const region = useRef<HTMLDivElement>(null);
  useMore(region);
  // oxlint-disable-next-line react/incompatible-library -- nothing of it is handed on
  const rows = useVirtualizer<HTMLDivElement, Element>({
    count: items.length,
    getScrollElement: () => region.current,
    estimateSize: () => ROW_PX,
    scrollPaddingEnd: HEAD_PX,
    getItemKey: (index) => (items[index] === undefined ? index : keyOf(items[index])),
    overscan: 8,
    ...(keptAs === undefined ? {} : keptPlace(keptAs)),
  });
  const shown = rows.getVirtualItems();
  const last = shown.at(-1)?.index ?? -1;
  useEffect(() => {
    if (items.length > 0 && last >= items.length - 1) onEnd?.();
  }, [last, items.length, onEnd]);
  const chosenAt = chosen === null ? -1 : items.findIndex((item) => keyOf(item) === chosen);
  useEffect(() => {
    if (chosenAt >= 0) rows.scrollToIndex(chosenAt, { align: 'auto' });
  }, [rows, chosenAt]);
  const below = rows.getTotalSize() - (shown.at(-1)?.end ?? 0);
  return (
    // It takes focus, so that the keyboard can scroll it; no landmark: its card is one, often of that name.
    <div
      ref={region}
      role="group"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className={`relative -mx-1 overflow-auto rounded-md px-1 ${FADES}`}
      style={{ maxHeight: height }}
    >
      <table aria-rowcount={total + 1} className="w-full border-collapse text-[0.8125rem]">
        <thead className="sticky top-0 z-10 bg-card">
          <tr aria-rowindex={1}>
            <TableHead head={head} />
          </tr>
        </thead>
        <tbody className="[&>tr[aria-rowindex]]:border-t [&>tr[aria-rowindex]]:border-line">
          <Gap height={shown[0]?.start ?? 0} />
          {shown.flatMap(({ index, key }) => {
            const item = items[index];
            return item === undefined ? (
              []
            ) : (
              <tr
                key={key}
                ref={rows.measureElement}
                data-index={index}
                aria-rowindex={index + 2}
                aria-selected={chosen === null ? undefined : keyOf(item) === chosen}
                style={{ height: ROW_PX }}
                className={`hover:bg-raise/50 aria-selected:bg-raise/50 aria-selected:shadow-[-3px_0_var(--accent)] ${onOpen ? 'cursor-pointer' : ''}`}
                onClick={onOpen && (() => onOpen(item))}
              >
                {row(item)}
              </tr>
            );
          })}
          <Gap height={below} />
        </tbody>
      </table>
    </div>
  );
}

/** In place of the rows that are not drawn. */
function Gap({ height }: { readonly height: number }) {
  return height > 0 ? (
    <tr aria-hidden>
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- there is nothing to tell */}
      <td colSpan={100} style={{ height, padding: 0 }} />
    </tr>
  ) : null;
}
