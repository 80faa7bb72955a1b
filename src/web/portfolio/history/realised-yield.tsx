import { Sprout } from 'lucide-react';
import { useState } from 'react';
import type { Analytics } from '#contract/portfolio/portfolio';
import { useRead } from '../../kernel/api/read-of.ts';
import { analyticsQuery } from '../../kernel/api/reads/vault-queries.ts';
import { Button } from '../../kernel/ui/forms/button.tsx';
import { Cell } from '../../kernel/ui/tables/cell.tsx';
import { DataCard } from '../../kernel/ui/cards/data-card.tsx';
import { Empty } from '../../kernel/ui/cards/empty.tsx';
import { Figure } from '../../kernel/ui/format/figure.tsx';
import { Stat } from '../../kernel/ui/cards/stat.tsx';
import { StatGrid } from '../../kernel/ui/cards/stat-grid.tsx';
import { Table } from '../../kernel/ui/tables/table.tsx';
import { right } from '../../kernel/ui/tables/column.ts';
import { historyTexts } from './history-texts.ts';
import { dateText } from '../../kernel/ui/format/date-text.ts';
import { sharesOf } from '../../kernel/ui/charts/shares.ts';

const { yield: words } = historyTexts;
const PAGE = 6;

/** What finished cycles really gave, against the APY that was shown. */
export function RealisedYield({ userId }: { readonly userId: string }) {
  const read = useRead(analyticsQuery(userId));
  return (
    <DataCard title={words.title} says={words} read={read} skeleton={{ figures: 3, rows: 2 }}>
      {(analytics) =>
        analytics.cycles.length === 0 ? (
          <Empty icon={<Sprout aria-hidden />} title={words.empty} hint={words.emptyHint} />
        ) : (
          <Cycles analytics={analytics} />
        )
      }
    </DataCard>
  );
}

function Cycles({ analytics: { cycles, realised } }: { readonly analytics: Analytics }) {
  const [shown, setShown] = useState(PAGE);
  const left = cycles.length - shown;
  return (
    <div className="grid gap-5">
      <StatGrid columns={3}>
        <Stat
          label={words.received}
          value={<Figure value={realised.apyReceived} unit="%" size="lg" />}
          note={words.ofAll}
        />
        <Stat
          label={words.shown}
          value={<Figure value={realised.apyShown} unit="%" size="lg" />}
          note={words.whenStarted}
        />
        <Stat
          label={words.rewards}
          value={<Figure value={realised.rewards} unit="LMT" size="lg" />}
          note={words.gross}
        />
      </StatGrid>
      <Table
        label={words.cycles}
        head={[
          words.vault,
          words.ended,
          ...right(words.principal, words.rewards, words.shown, words.received),
        ]}
      >
        {cycles.slice(0, shown).map((cycle) => (
          <CycleRow key={`${cycle.stakeId} ${cycle.endedAt}`} cycle={cycle} />
        ))}
      </Table>
      {left > 0 && (
        <Button size="sm" className="justify-self-start" onClick={() => setShown(shown + 24)}>
          {words.more(Math.min(left, 24))}
        </Button>
      )}
      <p className="text-sm text-faint">{words.note}</p>
    </div>
  );
}

function CycleRow({ cycle }: { readonly cycle: Analytics['cycles'][number] }) {
  const { stakeId, cycleNumber, endedAt, principal, rewards, apyShown, apyReceived } = cycle;
  return (
    <tr>
      <Cell note={words.cycle(cycleNumber)}>
        <span className="font-mono">{stakeId.slice(-6)}</span>
      </Cell>
      <Cell nowrap>{dateText(endedAt)}</Cell>
      <Cell right>
        <Figure value={principal} unit="LMT" className="font-normal" />
      </Cell>
      <Cell right>
        <Figure value={rewards} unit="LMT" />
      </Cell>
      <Cell right>
        <Figure value={apyShown} unit="%" className="font-normal" />
      </Cell>
      <Cell right>
        <Figure value={apyReceived} unit="%" />
        <div className="mt-1">
          <YieldBar received={apyReceived} shown={apyShown} />
        </div>
      </Cell>
    </tr>
  );
}

interface YieldBarProps {
  /** Yearly percentages as decimal strings. */
  readonly received: string;
  readonly shown: string;
}

/** What was received, filled, against what was shown, the mark at two thirds. */
function YieldBar({ received, shown }: YieldBarProps) {
  const [part = 0] = sharesOf([received, shown]);
  const rest = 10_000 - part;
  // Up to one and a half of what was shown finds room.
  const filled = rest === 0 ? 100 : Math.min(100, (part / rest) * (2 / 3) * 100);
  return (
    <div
      role="img"
      aria-label={historyTexts.yield.bar(received, shown)}
      className="relative h-2 min-w-24 overflow-hidden rounded-[2px] bg-raise"
    >
      <i
        className="absolute inset-y-0 left-0 rounded-[2px] bg-(--c1)"
        style={{ width: `${filled}%` }}
      />
      <i className="absolute inset-y-0 w-0.5 bg-text" style={{ left: `calc(${200 / 3}% - 1px)` }} />
    </div>
  );
}
