import { useQuery } from '@tanstack/react-query';

import { transparencyQuery } from '../../api/treasury-queries.ts';
import { Figure } from '../../ui/format/figure.tsx';
import { formatNumber } from '../../ui/format/format.ts';
import { sharesOf } from '../../ui/charts/shares.ts';
import { treasuryTexts } from '../../texts/treasury.ts';
import { FIRST_RANGE } from './ranges.ts';

const says = treasuryTexts.owed;

/** What the protocol owes in LMT, as a mark on the bar of what it holds. */
export function Owed() {
  const { data } = useQuery(transparencyQuery(FIRST_RANGE));
  if (!data) return null;
  const { liabilitiesUSD, holdingsUSD, coverage } = data;
  return (
    <div className="mt-4 border-t border-line pt-4">
      <p className="flex items-baseline justify-between">
        <span className="text-quiet">{says.title}</span>
        <Figure value={liabilitiesUSD} prefix="$" />
      </p>
      <OwedBar owed={liabilitiesUSD} held={holdingsUSD} />
      <p className="text-sm text-faint">
        {coverage === null ? says.nothing : says.covers(formatNumber(coverage, 2))}{' '}
        <a href="#transparency" className="rounded-sm text-accent underline underline-offset-3">
          {says.check}
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
  const label = says.bar(String(Math.round((owedShare * 100) / Math.max(1, heldShare))));
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
