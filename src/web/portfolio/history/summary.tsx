import type { HistoryJson } from '#contract/portfolio/portfolio';

import { isZero } from '../../kernel/ui/format/format.ts';
import { useRead } from '../../kernel/api/read-of.ts';
import { historyQuery } from '../../kernel/api/reads/vault-queries.ts';
import { DataCard } from '../../kernel/ui/cards/data-card.tsx';
import { Figure } from '../../kernel/ui/format/figure.tsx';
import { Stat } from '../../kernel/ui/cards/stat.tsx';
import { StatGrid } from '../../kernel/ui/cards/stat-grid.tsx';
import { historyTexts } from './history-texts.ts';

const { summary: words } = historyTexts;
const TOKENS = ['LMT', 'SOL', 'USDC'] as const;

/** How many, what they cost and what they moved. */
export function Summary({ userId }: { readonly userId: string }) {
  const read = useRead(historyQuery(userId));
  return (
    <DataCard title={words.title} says={words} read={read} skeleton={{ figures: 3, text: 80 }}>
      {(history) => <Totals history={history} />}
    </DataCard>
  );
}

function Totals({ history: { all, summary } }: { readonly history: HistoryJson }) {
  const { totalTransactions, totalFees, totalVolume, feesByToken, volumeByToken } = summary;
  const having = (status: string) => all.filter((item) => item.status === status).length;
  return (
    <>
      <StatGrid columns={3}>
        <Stat
          label={words.count}
          value={<Figure value={String(totalTransactions)} decimals={0} size="lg" />}
          note={words.countNote(having('pending'), having('failed'))}
        />
        <Stat
          label={words.fees}
          value={<Figure value={totalFees} prefix="$" size="lg" />}
          note={<ByToken sums={feesByToken} />}
        />
        <Stat
          label={words.volume}
          value={<Figure value={totalVolume} prefix="$" size="lg" />}
          note={<ByToken sums={volumeByToken} />}
        />
      </StatGrid>
      <p className="mt-4 border-t border-line pt-3 text-sm text-faint">{words.note}</p>
    </>
  );
}

/** The same by token; what is nothing is left out. */
function ByToken({ sums }: { readonly sums: HistoryJson['summary']['feesByToken'] }) {
  const some = TOKENS.filter((token) => !isZero(sums[token]));
  if (some.length === 0) return words.none;
  return (
    <span className="flex flex-wrap gap-x-3">
      {some.map((token) => (
        <Figure key={token} value={sums[token]} unit={token} className="font-normal text-quiet" />
      ))}
    </span>
  );
}
