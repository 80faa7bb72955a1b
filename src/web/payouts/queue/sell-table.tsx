import type { SellJson } from '#contract/sells/sells';

import { Cell } from '../../kernel/ui/tables/cell.tsx';
import { right } from '../../kernel/ui/tables/column.ts';
import { verificationsTexts } from './queue-texts.ts';
import { VirtualTable } from '../../kernel/ui/tables/virtual-table.tsx';
import { dateText } from '../../kernel/ui/format/date-text.ts';
import { FigureCell } from '../../kernel/dashboard/figure-cell.tsx';
import {
  SafeAddress,
  SafeNote,
  SafePayoutLink,
  SafeText,
} from '../../kernel/dashboard/sensitive.tsx';
import { Badge } from '../../kernel/ui/marks/badge.tsx';
import type { Tone } from '../../kernel/ui/format/tone.ts';

const {
  history: { columns },
} = verificationsTexts;

interface SellTableProps {
  readonly label: string;
  readonly sells: readonly SellJson[];
  readonly total?: number;
  readonly onEnd?: () => void;
}

/** Requests with how they were decided. */
export function SellTable({ label, sells, total, onEnd }: SellTableProps) {
  const { status, user, lmt, payout, requested, reviewed, transaction, notes } = columns;
  return (
    <VirtualTable
      label={label}
      items={sells}
      total={total}
      keyOf={({ id }) => id}
      onEnd={onEnd}
      head={[status, user, ...right(lmt, payout), requested, reviewed, transaction, notes]}
      row={rowOf}
    />
  );
}

const rowOf = (sell: SellJson) => <SellCells sell={sell} />;

function SellCells({ sell }: { readonly sell: SellJson }) {
  const { status, username, walletAddress, requestedAt, reviewedAt, payout, notes } = sell;
  return (
    <>
      <Cell>
        <SellBadge status={status} />
      </Cell>
      <Cell note={<SafeAddress address={walletAddress} />}>
        <span className="block max-w-[18ch] truncate">
          <SafeText>{username}</SafeText>
        </span>
      </Cell>
      <FigureCell value={sell.lmtAmount} />
      <FigureCell value={sell.payoutAmount} unit={sell.payoutCurrency} />
      <Cell nowrap>{dateText(requestedAt)}</Cell>
      <Cell nowrap>{reviewedAt === null ? '–' : dateText(reviewedAt)}</Cell>
      <Cell>
        <SafePayoutLink payout={payout} />
      </Cell>
      <Cell>
        <div className="text-quiet">{notes !== null && <SafeNote text={notes} />}</div>
      </Cell>
    </>
  );
}

type Status = SellJson['status'];

const TONES: Readonly<Record<Status, Tone>> = {
  pending: 'time',
  approved: 'good',
  rejected: 'bad',
  cancelled: 'neutral',
};

/** How a request was decided. */
export function SellBadge({ status }: { readonly status: Status }) {
  return <Badge tone={TONES[status]}>{verificationsTexts.history.badge[status]}</Badge>;
}
