import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';

import type { HoldingJson } from '#contract/treasury/treasury';
import { formatAmount, parseAmount, sum, usdc } from '#domain/base/money';

import { useRead } from '../kernel/api/read-of.ts';
import { holdingsQuery, transparencyQuery } from '../kernel/api/reads/treasury-queries.ts';
import { Button } from '../kernel/ui/forms/button.tsx';
import { DataCard } from '../kernel/ui/cards/data-card.tsx';
import { Figure } from '../kernel/ui/format/figure.tsx';
import { PALETTE, type PictureColour } from '../kernel/ui/charts/palette.ts';
import { SegmentBar } from '../kernel/ui/charts/segment-bar.tsx';
import { Table } from '../kernel/ui/tables/table.tsx';
import { right } from '../kernel/ui/tables/column.ts';
import { treasuryTexts } from './treasury-texts.ts';
import { HoldingRow } from './holding-row.tsx';
import { BACKING_SHAPE } from './skeleton-shapes.ts';
import { formatNumber } from '../kernel/ui/format/format.ts';
import { sharesOf } from '../kernel/ui/charts/shares.ts';
import { FIRST_RANGE } from './ranges.ts';

const says = treasuryTexts.backing;
/** The last colour is for all that have none of their own. */
const REST: PictureColour = PALETTE[4];

/** What backs LMT: the treasury's assets, and how far they cover what is owed. */
export function BackingCard() {
  return (
    <DataCard
      title={says.title}
      says={says}
      read={useRead(holdingsQuery())}
      skeleton={BACKING_SHAPE}
    >
      {(holdings) => (
        <>
          <Total holdings={holdings} />
          <Assets holdings={holdings} />
          <Owed />
          <Origin holdings={holdings} />
        </>
      )}
    </DataCard>
  );
}

interface HoldingsProps {
  readonly holdings: readonly HoldingJson[];
}

function Total({ holdings }: HoldingsProps) {
  const total = formatAmount('USDC', sum(holdings.map(usdOf)));
  const colours = coloursOf(holdings);
  const own = holdings.filter(({ symbol }) => colours.has(symbol));
  const rest = sum(holdings.filter(({ symbol }) => !colours.has(symbol)).map(usdOf));
  const segments = [
    ...own.map((holding) => ({
      label: holding.symbol,
      value: holding.valueUSD ?? '0',
      colour: colours.get(holding.symbol) ?? REST,
    })),
    { label: says.rest, value: formatAmount('USDC', rest), colour: REST },
  ];
  return (
    <>
      <p className="mb-3.5">
        <span className="sr-only">{says.total} </span>
        <Figure value={total} prefix="$" size="lg" />
      </p>
      <SegmentBar label={says.bar} segments={segments} />
    </>
  );
}

/** So many are shown at once: those that have a colour of their own. */
const SHOWN = PALETTE.length - 1;

function Assets({ holdings }: HoldingsProps) {
  const [isWhole, setWhole] = useState(false);
  const colours = coloursOf(holdings);
  const valued = holdings.filter(({ symbol }) => colours.has(symbol));
  const few = valued.length > 0 ? valued : holdings.slice(0, SHOWN);
  const left = holdings.length - few.length;
  // To fold one line away for another saves nothing.
  const isFolded = !isWhole && left > 1;
  return (
    <div className="mt-3">
      <Table label={says.list} head={[says.asset, ...right(says.value, says.share)]}>
        {(isFolded ? few : holdings).map((holding) => (
          <HoldingRow
            key={holding.id}
            holding={holding}
            colour={colours.get(holding.symbol) ?? REST}
          />
        ))}
      </Table>
      {isFolded && (
        <Button size="sm" className="mt-2" aria-expanded={false} onClick={() => setWhole(true)}>
          {says.more(left)}
        </Button>
      )}
    </div>
  );
}

/** Where the figures come from, and what is missing from them. */
function Origin({ holdings }: HoldingsProps) {
  const notes = [
    says.origin,
    holdings.some(({ amountSource, asOf }) => amountSource === 'chain' && asOf === null) &&
      says.neverRead,
    holdings.some(({ price }) => price === null) && says.unpriced,
    holdings.some(({ priceSource }) => priceSource === 'static') && says.isStatic,
  ];
  return <p className="mt-3 text-sm text-faint">{notes.filter(Boolean).join(' ')}</p>;
}

/** The most valuable have a colour of their own. */
function coloursOf(holdings: readonly HoldingJson[]): ReadonlyMap<string, PictureColour> {
  const byValue = holdings
    .filter((holding) => usdOf(holding) > 0n)
    .toSorted((a, b) => (usdOf(a) < usdOf(b) ? 1 : -1));
  return new Map(
    byValue
      .slice(0, PALETTE.length - 1)
      .map(({ symbol }, index) => [symbol, PALETTE[index] ?? REST]),
  );
}

function usdOf({ valueUSD }: HoldingJson) {
  return parseAmount('USDC', valueUSD ?? '0') ?? usdc(0n);
}

const { owed: owing } = treasuryTexts;

/** What the protocol owes in LMT, as a mark on the bar of what it holds. */
function Owed() {
  const { data } = useQuery(transparencyQuery(FIRST_RANGE));
  if (!data) return null;
  const { liabilitiesUSD, holdingsUSD, coverage } = data;
  return (
    <div className="mt-4 border-t border-line pt-4">
      <p className="flex items-baseline justify-between">
        <span className="text-quiet">{owing.title}</span>
        <Figure value={liabilitiesUSD} prefix="$" />
      </p>
      <OwedBar owed={liabilitiesUSD} held={holdingsUSD} />
      <p className="text-sm text-faint">
        {coverage === null ? owing.nothing : owing.covers(formatNumber(coverage, 2))}{' '}
        <a href="#transparency" className="rounded-sm text-accent underline underline-offset-3">
          {owing.check}
        </a>
      </p>
    </div>
  );
}

/** The longer of the two is the whole bar. */
function OwedBar({ owed, held }: { readonly owed: string; readonly held: string }) {
  const [owedShare = 0, heldShare = 0] = sharesOf([owed, held]);
  const most = Math.max(owedShare, heldShare);
  const percentOf = (share: number) => (most === 0 ? 0 : (share * 100) / most);
  const label = owing.bar(String(Math.round((owedShare * 100) / Math.max(1, heldShare))));
  return (
    <div role="img" aria-label={label} className="relative my-2.5 h-2.5 rounded-[4px] bg-raise">
      <i
        className="absolute inset-y-0 left-0 rounded-[4px] bg-(--c1)"
        style={{ width: `${percentOf(heldShare)}%` }}
      />
      <i
        className="absolute -inset-y-1 w-0.5 bg-text"
        style={{ left: `clamp(0px, ${percentOf(owedShare)}%, 100% - 2px)` }}
      />
    </div>
  );
}
