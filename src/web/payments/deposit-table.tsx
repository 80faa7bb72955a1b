import type { DepositJson } from '#contract/payments/admin-deposits';

import { Badge } from '../kernel/ui/marks/badge.tsx';
import { Button } from '../kernel/ui/forms/button.tsx';
import { Cell } from '../kernel/ui/tables/cell.tsx';
import { formatTrimmed } from '../kernel/ui/format/format.ts';
import { right } from '../kernel/ui/tables/column.ts';
import { depositsTexts as words } from './deposit-texts.ts';
import { VirtualTable } from '../kernel/ui/tables/virtual-table.tsx';
import { dateText } from '../kernel/ui/format/date-text.ts';
import {
  SafeAddress,
  SafeFigure,
  SafeTransaction,
  useSafeName,
} from '../kernel/dashboard/sensitive.tsx';

const TABLE_PX = 400;

/** What is to be done with a payment. */
export interface Deciding {
  readonly kind: 'assign' | 'refund';
  readonly deposit: DepositJson;
}

interface DepositTableProps {
  readonly deposits: readonly DepositJson[];
  /** Whose refund is on its way. */
  readonly sent: ReadonlySet<string>;
  readonly onDecide: (deciding: Deciding) => void;
}

export function DepositTable({ deposits, sent, onDecide }: DepositTableProps) {
  const { at, sender, amount, payment, actions } = words.columns;
  return (
    <VirtualTable
      label={words.table}
      items={deposits}
      keyOf={({ id }) => id}
      height={TABLE_PX}
      head={[at, sender, ...right(amount), payment, actions]}
      row={rowOf(sent, onDecide)}
    />
  );
}

const rowOf = (sent: ReadonlySet<string>, onDecide: DepositTableProps['onDecide']) =>
  function DepositRow(deposit: DepositJson) {
    return <DepositCells deposit={deposit} isSent={sent.has(deposit.id)} onDecide={onDecide} />;
  };

interface DepositCellsProps {
  readonly deposit: DepositJson;
  readonly isSent: boolean;
  readonly onDecide: (deciding: Deciding) => void;
}

function DepositCells({ deposit, isSent, onDecide }: DepositCellsProps) {
  const { sender, tokenType, amount, signature, blockTime } = deposit;
  const named = useSafeName()(`${formatTrimmed(amount)} ${tokenType}`);
  return (
    <>
      <Cell nowrap>{dateText(blockTime)}</Cell>
      <Cell>
        {sender === null ? (
          <span className="text-faint" data-hint={words.unknownHint}>
            {words.unknown}
          </span>
        ) : (
          <span className="whitespace-nowrap">
            <SafeAddress address={sender} />
          </span>
        )}
      </Cell>
      <Cell right>
        <span className="inline-flex items-center gap-2">
          <Marks deposit={deposit} />
          <SafeFigure value={amount} unit={tokenType} digits="fine" />
        </span>
      </Cell>
      <Cell>
        <SafeTransaction signature={signature} />
      </Cell>
      <Cell>
        <span className="flex items-center gap-1.5">
          {isSent && <Badge tone="good">{words.sent}</Badge>}
          <Button
            size="sm"
            aria-label={words.of(words.assign, named)}
            disabled={isSent || deposit.ofCredit}
            data-hint={deposit.ofCredit ? words.ofCreditHint : undefined}
            onClick={() => onDecide({ kind: 'assign', deposit })}
          >
            {words.assign}
          </Button>
          <Button
            size="sm"
            aria-label={words.of(words.refund, named)}
            onClick={() => onDecide({ kind: 'refund', deposit })}
          >
            {words.refund}
          </Button>
        </span>
      </Cell>
    </>
  );
}

/** What is to be known of a payment beside its amount. */
function Marks({ deposit }: { readonly deposit: DepositJson }) {
  const { small, refundProposed, ofCredit } = deposit;
  return (
    <>
      {small && <Badge>{words.belowMinimum}</Badge>}
      {refundProposed && (
        <span data-hint={words.refundProposedHint}>
          <Badge tone="time">{words.refundProposed}</Badge>
        </span>
      )}
      {ofCredit && (
        <span data-hint={words.ofCreditHint}>
          <Badge>{words.ofCredit}</Badge>
        </span>
      )}
    </>
  );
}
