import type { AllSells } from '../../../api/admin-queries.ts';
import { serverOffsetMs } from '../../../api/server-time.ts';
import { Card } from '../../../ui/cards/card.tsx';
import { DataAge } from '../../../ui/cards/data-age.tsx';
import type { Age, Refresh } from '../../../ui/cards/read.ts';
import { Stat } from '../../../ui/cards/stat.tsx';
import { verificationsTexts } from '../../../texts/admin-verifications.ts';
import { SafeFigure } from '../sensitive.tsx';

const { counters: words } = verificationsTexts;
const TIME = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });

interface CountersProps {
  readonly sells: AllSells;
  readonly age: Age;
  readonly refresh: Refresh;
}

/** How much waits, how old the figures are, and what the treasury can pay. */
export function Counters({ sells, age, refresh }: CountersProps) {
  const { pendingCount, totalCount, pendingValueUSD, treasury } = sells;
  return (
    <Card title={words.title} aside={<DataAge age={age} refresh={refresh} />}>
      <div className="grid grid-cols-2 gap-4 sm:grid-cols-3 wide:grid-cols-5">
        <Stat
          label={words.pending}
          value={<SafeFigure decimals={0} value={String(pendingCount)} />}
        />
        <Stat label={words.total} value={<SafeFigure decimals={0} value={String(totalCount)} />} />
        <Stat
          label={words.value}
          value={<SafeFigure decimals={2} prefix="$" value={pendingValueUSD} />}
        />
        <Stat
          label={words.updated}
          value={<span className="font-[560]">{TIME.format(age.readAt + serverOffsetMs())}</span>}
        />
        <Stat
          label={words.treasury}
          value={
            treasury ? (
              <span className="grid">
                <SafeFigure value={treasury.SOL.available} unit="SOL" />
                <SafeFigure value={treasury.USDC.available} unit="USDC" decimals={2} />
              </span>
            ) : (
              <span className="text-sm text-faint">{words.treasuryUnknown}</span>
            )
          }
        />
      </div>
    </Card>
  );
}
