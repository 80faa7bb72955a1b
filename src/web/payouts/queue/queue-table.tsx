import type { PendingSellJson } from '#contract/payouts/admin-sells';

import { outsideTexts } from '../../kernel/dashboard/pay-out/outside-texts.ts';
import { verificationsTexts } from './queue-texts.ts';
import { Badge } from '../../kernel/ui/marks/badge.tsx';
import { Check } from '../../kernel/ui/forms/check.tsx';
import { Cell } from '../../kernel/ui/tables/cell.tsx';
import { VirtualTable } from '../../kernel/ui/tables/virtual-table.tsx';
import { RiskBadge } from '../../users/risk-badge.tsx';
import {
  SafeAddress,
  SafeFigure,
  SafeText,
  useSafeName,
} from '../../kernel/dashboard/sensitive.tsx';
import type { QueueSort } from './queue-view.ts';
import { AgeMark } from './request-age.tsx';
import type { QueueState } from './use-queue.ts';

const { queue: words, pending } = verificationsTexts;
const { columns } = words;

/** Of the queue and the panel beside it: what the window leaves below the dashboard's chrome, so that the page need not scroll. */
export const QUEUE_HEIGHT = 'max(26rem, calc(100dvh - 25rem))';

interface QueueTableProps {
  readonly queue: QueueState;
  readonly onOpen: (id: string) => void;
}

/** Every request that waits, one row each. */
export function QueueTable({ queue, onOpen }: QueueTableProps) {
  const { shown, order, sortBy, open, picked, pick, pickAll } = queue;
  const sorted = (by: QueueSort) => ({
    label: columns[by],
    sort: order.by === by ? order.direction : null,
    onSort: () => sortBy(by),
  });
  const chosen = new Set(picked.map(({ id }) => id));
  return (
    <VirtualTable
      label={words.table}
      items={shown}
      keyOf={({ id }) => id}
      height={QUEUE_HEIGHT}
      chosen={open?.id ?? null}
      onOpen={({ id }) => onOpen(id)}
      head={[
        <th key="select" scope="col" className="w-9 pr-2 pl-1.5 text-left">
          <Check
            label={pending.selectAll}
            checked={chosen.size > 0 && chosen.size === shown.length}
            onChange={pickAll}
          />
        </th>,
        sorted('age'),
        columns.user,
        { ...sorted('risk'), roomy: true },
        { ...sorted('lmt'), right: true, roomy: true },
        { ...sorted('payout'), right: true },
      ]}
      row={rowOf({ chosen, pick, onOpen })}
    />
  );
}

interface RowActions extends Pick<QueueTableProps, 'onOpen'>, Pick<QueueState, 'pick'> {
  readonly chosen: ReadonlySet<string>;
}

const rowOf =
  ({ chosen, pick, onOpen }: RowActions) =>
  (sell: PendingSellJson) => (
    <QueueCells
      sell={sell}
      isPicked={chosen.has(sell.id)}
      onPick={(on) => pick(sell.id, on)}
      onOpen={() => onOpen(sell.id)}
    />
  );

interface QueueCellsProps {
  readonly sell: PendingSellJson;
  readonly isPicked: boolean;
  readonly onPick: (on: boolean) => void;
  readonly onOpen: () => void;
}

function QueueCells({ sell, isPicked, onPick, onOpen }: QueueCellsProps) {
  const { username, walletAddress, riskLevel, lmtAmount, payoutAmount, payoutCurrency } = sell;
  const name = useSafeName()(username);
  /** Approved before, and paid elsewhere. */
  const isOutside = sell.payout?.status === 'awaiting-outside';
  return (
    <>
      {/* A click beside the box must not open the row. */}
      <td className="w-9 pr-2 pl-1.5" onClick={(event) => event.stopPropagation()}>
        <Check label={pending.select(name)} checked={isPicked} onChange={onPick} />
      </td>
      <Cell>
        <AgeMark sell={sell} />
      </Cell>
      <Cell>
        <div className="sm:flex sm:items-baseline sm:gap-3">
          <button
            type="button"
            aria-label={words.open(name)}
            className="block max-w-[11ch] truncate rounded-md text-left font-[550] sm:max-w-[18ch]"
            onClick={(event) => {
              event.stopPropagation();
              onOpen();
            }}
          >
            <SafeText>{username}</SafeText>
          </button>
          <div className="text-sm text-faint">
            <SafeAddress address={walletAddress} copy={false} />
          </div>
        </div>
      </Cell>
      <Cell roomy>{riskLevel === null ? '–' : <RiskBadge level={riskLevel} />}</Cell>
      <Cell right roomy>
        <SafeFigure value={lmtAmount} />
      </Cell>
      <Cell right note={isOutside && <Badge tone="time">{outsideTexts.badge}</Badge>}>
        <SafeFigure value={payoutAmount} unit={payoutCurrency} />
      </Cell>
    </>
  );
}
