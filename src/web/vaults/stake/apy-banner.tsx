import { useRead } from '../../kernel/api/read-of.ts';
import { treasuryStatsQuery } from '../../kernel/api/reads/treasury-queries.ts';
import { earningsAt } from '../../terms/earnings-at.ts';
import { CardError } from '../../kernel/ui/cards/card-error.tsx';
import { CardLoading } from '../../kernel/ui/cards/card-loading.tsx';
import { DataAge } from '../../kernel/ui/cards/data-age.tsx';
import { Figure } from '../../kernel/ui/format/figure.tsx';
import { SkeletonLine } from '../../kernel/ui/cards/skeleton-line.tsx';
import { SkeletonFigure } from '../../kernel/ui/cards/skeleton-figure.tsx';
import { stakeTexts } from '../stake-texts.ts';

const says = stakeTexts.apy;
const FRAME =
  'flex flex-wrap items-center gap-x-10 gap-y-4 rounded-card border border-line bg-card px-5 py-4';

/** What staking earns now. */
export function ApyBanner() {
  const read = useRead(treasuryStatsQuery());
  if (read.state === 'error') {
    return (
      <div className={FRAME}>
        <CardError title={says.failed} fault={read.fault} refresh={read.refresh} />
      </div>
    );
  }
  const currentAPY = read.state === 'ready' ? read.data.currentAPY : null;
  return (
    <section aria-label={says.label} className={FRAME}>
      <div>
        <p className="text-sm text-quiet">{`${says.label} · ${says.backed}`}</p>
        <div className="mt-2">
          {currentAPY === null ? (
            <CardLoading label={says.loading}>
              <SkeletonFigure size="xl" />
            </CardLoading>
          ) : (
            <Figure value={currentAPY} decimals={decimalsOf(currentAPY)} unit="% APY" size="xl" />
          )}
        </div>
      </div>
      <Rates currentAPY={currentAPY} />
      <p className="min-w-0 grow basis-[280px] text-sm text-faint">{says.note}</p>
      <div className="self-start text-sm text-faint">
        {read.state === 'ready' ? (
          <DataAge age={read.age} refresh={read.refresh} />
        ) : (
          <SkeletonLine className="w-14" />
        )}
      </div>
    </section>
  );
}

function Rates({ currentAPY }: { readonly currentAPY: string | null }) {
  const earns = currentAPY === null ? null : earningsAt(currentAPY);
  const items = [
    { name: says.daily, value: earns && <Figure value={earns.daily} unit="%" digits="fine" /> },
    { name: says.hundred, value: earns && <Figure value={earns.hundred} unit="LMT" /> },
  ];
  return (
    <dl className="flex flex-wrap gap-x-10">
      {items.map(({ name, value }) => (
        <div key={name}>
          <dt className="text-sm text-quiet">{name}</dt>
          <dd className="text-md">{value ?? <SkeletonLine className="w-20" />}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A round APY needs no decimals. */
function decimalsOf(percent: string): number {
  return percent.endsWith('.00') ? 0 : 2;
}
