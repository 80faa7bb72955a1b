import type { TransactionJson } from '#contract/portfolio/portfolio';

import { isZero } from '../kernel/ui/format/format.ts';
import { transactionsOfQuery } from '../kernel/api/reads/admin-user-queries.ts';
import { useRead } from '../kernel/api/read-of.ts';
import { Badge } from '../kernel/ui/marks/badge.tsx';
import { Cell } from '../kernel/ui/tables/cell.tsx';
import { right } from '../kernel/ui/tables/column.ts';
import { userDetailsTexts } from './user-details-texts.ts';
import type { Tone } from '../kernel/ui/format/tone.ts';
import { VirtualTable } from '../kernel/ui/tables/virtual-table.tsx';
import { dateText } from '../kernel/ui/format/date-text.ts';
import { FigureCell } from '../kernel/dashboard/figure-cell.tsx';
import { SafeFigure, SafeNote, SafeTransaction } from '../kernel/dashboard/sensitive.tsx';
import { DetailsList } from './details-list.tsx';

const { history: words } = userDetailsTexts;
const TABLE_PX = 320;
const TONES: Readonly<Record<TransactionJson['status'], Tone>> = {
  completed: 'good',
  pending: 'time',
  failed: 'bad',
};

/** Everything a user did, newest first. */
export function DetailsHistory({ userId }: { readonly userId: string }) {
  const { at, type, amount, fee, status, id, hash } = words.columns;
  return (
    <DetailsList read={useRead(transactionsOfQuery(userId))} words={words} rows={5}>
      {(all) => (
        <VirtualTable
          label={words.title(all.length)}
          items={all}
          keyOf={(item) => item.id}
          height={TABLE_PX}
          head={[at, type, ...right(amount, fee), status, id, hash]}
          row={rowOf}
        />
      )}
    </DetailsList>
  );
}

const rowOf = (item: TransactionJson) => <TransactionCells item={item} />;

function TransactionCells({ item }: { readonly item: TransactionJson }) {
  const { type, amount, tokenType, fee, feeTokenType, status, projectTxId, hash, note } = item;
  return (
    <>
      <Cell nowrap>{dateText(item.createdAt)}</Cell>
      <Cell>{words.types[type]}</Cell>
      <FigureCell value={amount} unit={tokenType} signed />
      <Cell right>
        {isZero(fee) ? (
          <span className="text-faint">–</span>
        ) : (
          <SafeFigure value={fee} unit={feeTokenType} />
        )}
      </Cell>
      <Cell>
        <Badge tone={TONES[status]}>{words.status[status]}</Badge>
      </Cell>
      <Cell note={note !== null && <SafeNote text={note} />}>
        <span className="font-mono text-[0.92em] whitespace-nowrap">{projectTxId}</span>
      </Cell>
      <Cell>
        {hash === null ? (
          <span className="text-faint">–</span>
        ) : (
          <SafeTransaction signature={hash} />
        )}
      </Cell>
    </>
  );
}
