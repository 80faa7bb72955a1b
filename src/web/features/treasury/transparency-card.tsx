import { useState } from 'react';
import { Link } from 'wouter';

import type { Transparency } from '#contract/treasury';
import { POINT_RANGES, type PointRange } from '#domain/treasury/treasury-points';

import { useRead } from '../../api/read-of.ts';
import { transparencyQuery } from '../../api/treasury-queries.ts';
import { DataCard } from '../../ui/cards/data-card.tsx';
import { Figure } from '../../ui/format/figure.tsx';
import { amountText } from '../../ui/format/digits.ts';
import { formatUsd } from '../../ui/format/format.ts';
import { KeyValues } from '../../ui/tables/key-values.tsx';
import { optionsOf } from '../../ui/forms/options.ts';
import { Segmented } from '../../ui/forms/segmented.tsx';
import { treasuryTexts } from '../../texts/treasury.ts';
import { FIRST_RANGE } from './ranges.ts';
import { TransparencyTable } from './transparency-table.tsx';
import { TRANSPARENCY_SHAPE } from './shapes.ts';
import { chartGridClass } from '../../ui/charts/chart-layout.ts';
import { TIMES_WORDS, USD_WORDS, timeWords } from '../../ui/charts/chart-words.ts';
import { type Line, LineChart } from '../../ui/charts/line-chart.tsx';
import { PALETTE } from '../../ui/charts/palette.ts';
import { type Point, pointsOf } from './points.ts';

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
  const times = points.map(({ at }) => Date.parse(at));
  const shared = timeWords(times);
  const line = (label: string, name: keyof Point, colour: number): Line => ({
    label,
    colour: PALETTE[colour] ?? PALETTE[0],
    values: points.map((point) => point[name]),
    // Each value was read at its time, and stood until the next one was.
    isStepped: true,
  });
  return (
    <div>
      <div className={chartGridClass(2)}>
        <LineChart
          {...shared}
          {...USD_WORDS}
          label={says.backing}
          lines={[line(says.held, 'holdingsUSD', 0), line(says.owed, 'liabilitiesUSD', 2)]}
          fromZero
        />
        <LineChart
          {...shared}
          {...TIMES_WORDS}
          label={says.coverage}
          lines={[line(says.coverageLine, 'coverage', 0)]}
        />
        <LineChart
          {...shared}
          {...USD_WORDS}
          label={says.cost}
          lines={[
            line(says.costLine, 'dailyAPYCost', 3),
            line(says.revenueLine, 'dailyRevenue', 0),
          ]}
          fromZero
        />
        <LineChart
          {...shared}
          {...USD_WORDS}
          label={says.priceOverTime}
          lines={[line(says.price, 'lmtPriceUSDC', 0)]}
        />
      </div>
      {points.length < 3 && <p className="mt-5 text-sm text-faint">{says.young}</p>}
    </div>
  );
}
