import { useState } from 'react';
import { Link } from 'wouter';

import type { Transparency } from '#contract/treasury/treasury';
import { POINT_RANGES, type PointRange } from '#domain/treasury/treasury-points';

import { useRead } from '../kernel/api/read-of.ts';
import { transparencyQuery } from '../kernel/api/reads/treasury-queries.ts';
import { DataCard } from '../kernel/ui/cards/data-card.tsx';
import { Figure } from '../kernel/ui/format/figure.tsx';
import { amountText } from '../kernel/ui/format/digits.ts';
import { formatUsd } from '../kernel/ui/format/format.ts';
import { KeyValues } from '../kernel/ui/tables/key-values.tsx';
import { optionsOf } from '../kernel/ui/forms/options.ts';
import { Segmented } from '../kernel/ui/forms/segmented.tsx';
import { treasuryTexts } from './treasury-texts.ts';
import { FIRST_RANGE } from './ranges.ts';
import { TRANSPARENCY_SHAPE } from './skeleton-shapes.ts';
import { ChartGrid, valuesOf } from '../kernel/ui/charts/chart-grid.tsx';
import { TIMES_WORDS, USD_WORDS } from '../kernel/ui/charts/chart-words.ts';
import { Cell } from '../kernel/ui/tables/cell.tsx';
import { right } from '../kernel/ui/tables/column.ts';
import { Table } from '../kernel/ui/tables/table.tsx';
import { dateTimeText } from '../kernel/ui/format/times.ts';

const says = treasuryTexts.transparency;
const RANGES = Object.keys(POINT_RANGES) as PointRange[];

/** What is owed, held and paid, now and over time: for everybody to check. Its own chunk. */
export default function TransparencyCard() {
  const [range, setRange] = useState<PointRange>(FIRST_RANGE);
  const read = useRead(transparencyQuery(range));
  return (
    <DataCard title={says.title} says={says} read={read} skeleton={TRANSPARENCY_SHAPE}>
      {(data) => (
        <div className="grid gap-7">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p className="max-w-[60ch] text-quiet">
              {says.hint}{' '}
              <Link href="/verify" className="rounded-sm text-accent underline underline-offset-3">
                {says.verify}
              </Link>
            </p>
            <div className="max-w-full overflow-x-auto">
              <Segmented<PointRange>
                label={says.range}
                value={range}
                options={optionsOf(RANGES, says.ranges)}
                onChange={setRange}
              />
            </div>
          </div>
          <TransparencyCharts data={data} />
          <Parts data={data} />
          <TransparencyTable data={data} />
        </div>
      )}
    </DataCard>
  );
}

/** What is owed, by where it is, and how much LMT there is. */
function Parts({ data }: { readonly data: Transparency }) {
  const { liabilities, supply, maxSupply, stakedLMT } = data;
  const rows = [
    [says.unstaked, liabilities.unstaked],
    [says.bonds, liabilities.bonds],
    [says.vaults, liabilities.vaults],
    [says.escrow, liabilities.escrow],
    [says.staked, stakedLMT],
    [says.supply, supply],
    [says.maxSupply, maxSupply],
  ] as const;
  return (
    <section>
      <h3 className="text-sm text-quiet">{says.parts}</h3>
      <div className="mt-3">
        <KeyValues
          columns={2}
          items={rows.map(([key, value]) => ({ key, value: <Figure value={value} unit="LMT" /> }))}
        />
      </div>
      <p className="mt-3 text-sm text-faint">
        {says.accruing(amountText('LMT', liabilities.accruingRewards))}
      </p>
      <Others liabilities={liabilities} />
    </section>
  );
}

/** What is owed in SOL and USDC: money of others that lies in the treasury. */
function Others({ liabilities }: { readonly liabilities: Transparency['liabilities'] }) {
  const { feeCredit, unmatchedDeposits: deposits, openPayouts: payouts } = liabilities;
  const rows = [
    [says.feeCredit, says.feeCreditNote, feeCredit, 'SOL'],
    [says.deposits('SOL'), says.depositsNote, deposits.SOL, 'SOL'],
    [says.deposits('USDC'), says.depositsNote, deposits.USDC, 'USDC'],
    [says.payouts('SOL'), says.payoutsNote, payouts.SOL, 'SOL'],
    [says.payouts('USDC'), says.payoutsNote, payouts.USDC, 'USDC'],
  ] as const;
  return (
    <>
      <h3 className="mt-5 text-sm text-quiet">{says.others}</h3>
      <div className="mt-3">
        <KeyValues
          columns={2}
          items={rows.map(([key, note, value, unit]) => ({
            key,
            note,
            value: <Figure value={value} unit={unit} />,
          }))}
        />
      </div>
      <p className="mt-3 text-sm text-faint">{says.othersNote(formatUsd(liabilities.otherUSD))}</p>
    </>
  );
}

/** The history in four pictures that share their time. */
function TransparencyCharts({ data }: { readonly data: Transparency }) {
  const points = pointsOf(data);
  const line = valuesOf(points, (point, name) => point[name]);
  const usd = { words: USD_WORDS, fromZero: true };
  const charts = [
    {
      ...usd,
      label: says.backing,
      lines: [line(says.held, 'holdingsUSD', 0), line(says.owed, 'liabilitiesUSD', 2)],
    },
    { label: says.coverage, words: TIMES_WORDS, lines: [line(says.coverageLine, 'coverage', 0)] },
    {
      ...usd,
      label: says.cost,
      lines: [line(says.costLine, 'dailyAPYCost', 3), line(says.revenueLine, 'dailyRevenue', 0)],
    },
    { label: says.priceOverTime, words: USD_WORDS, lines: [line(says.price, 'lmtPriceUSDC', 0)] },
  ];
  return (
    <div>
      <ChartGrid columns={2} all={[{ times: points.map(({ at }) => at), charts }]} />
    </div>
  );
}

type Point = Transparency['history'][number];

/** The history, with what is now as its newest point. */
function pointsOf({ history, now, ...figures }: Transparency): readonly Point[] {
  return [...history.filter(({ at }) => at < now), { ...figures, at: now }];
}

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
function TransparencyTable({ data }: { readonly data: Transparency }) {
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
