import { useState } from 'react';

import type { Transparency } from '#contract/treasury';

import { Cell } from '../../ui/tables/cell.tsx';
import { Figure } from '../../ui/format/figure.tsx';
import { Table } from '../../ui/tables/table.tsx';
import { right } from '../../ui/tables/column.ts';
import { treasuryTexts } from '../../texts/treasury.ts';
import { dateTimeText } from '../../ui/format/times.ts';
import { type Point, pointsOf } from './points.ts';

const says = treasuryTexts.transparency;

const COLUMNS: readonly {
  readonly label: string;
  readonly name: keyof Point;
  readonly prefix?: string;
  readonly unit?: string;
}[] = [
  { label: says.held, name: 'holdingsUSD', prefix: '$' },
  { label: says.owed, name: 'liabilitiesUSD', prefix: '$' },
  { label: says.coverage, name: 'coverage', unit: '×' },
  { label: says.costLine, name: 'dailyAPYCost', prefix: '$' },
  { label: says.revenueLine, name: 'dailyRevenue', prefix: '$' },
  { label: says.price, name: 'lmtPriceUSDC', prefix: '$' },
];

/** The charts' figures in words, newest first: made only on request. */
export function TransparencyTable({ data }: { readonly data: Transparency }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className="min-w-0" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="hit w-fit content-center rounded-md text-sm font-[550] text-quiet hover:text-text">
        {says.table}
      </summary>
      {isOpen && (
        <div className="mt-3">
          <Rows points={pointsOf(data).toReversed()} />
        </div>
      )}
    </details>
  );
}

function Rows({ points }: { readonly points: readonly Point[] }) {
  return (
    <Table label={says.title} head={[says.time, ...right(...COLUMNS.map(({ label }) => label))]}>
      {points.map((point) => (
        <tr key={point.at}>
          <Cell nowrap>{dateTimeText(point.at)}</Cell>
          {COLUMNS.map(({ label, name, ...look }) => (
            <Cell key={label} right>
              <Figure value={point[name]} decimals={2} {...look} className="font-normal" />
            </Cell>
          ))}
        </tr>
      ))}
    </Table>
  );
}
