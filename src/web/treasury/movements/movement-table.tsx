import type { MovementJson } from '#contract/treasury/admin-movements';

import { movementsTexts as words } from './movement-texts.ts';
import { formatTrimmed } from '../../kernel/ui/format/format.ts';
import { Button } from '../../kernel/ui/forms/button.tsx';
import { Badge } from '../../kernel/ui/marks/badge.tsx';
import { Cell } from '../../kernel/ui/tables/cell.tsx';
import { Table } from '../../kernel/ui/tables/table.tsx';
import { right } from '../../kernel/ui/tables/column.ts';
import { dateText } from '../../kernel/ui/format/date-text.ts';
import { FigureCell } from '../../kernel/dashboard/figure-cell.tsx';
import {
  SafeAddress,
  SafeText,
  SafeTransaction,
  useSafeName,
} from '../../kernel/dashboard/sensitive.tsx';

interface MovementTableProps {
  readonly movements: readonly MovementJson[];
  readonly onName: (movement: MovementJson) => void;
}

/** What moved, newest first; what needs a look says why. */
export function MovementTable({ movements, onName }: MovementTableProps) {
  const { at, kind, amount, counterparty, transaction, name } = words.columns;
  return (
    <Table label={words.table} head={[at, kind, ...right(amount), counterparty, transaction, name]}>
      {movements.map((movement) => (
        <Row key={movement.id} movement={movement} onName={onName} />
      ))}
    </Table>
  );
}

interface RowProps {
  readonly movement: MovementJson;
  readonly onName: MovementTableProps['onName'];
}

function Row({ movement, onName }: RowProps) {
  const { at, kind, amount, tokenType, counterparty, signature, failed, concern } = movement;
  return (
    <tr>
      <Cell nowrap>{dateText(at)}</Cell>
      <Cell>
        <span className="inline-flex flex-wrap items-center gap-1.5">
          {words.kinds[kind]}
          {failed && <Badge>{words.failedTransaction}</Badge>}
          {concern !== null && <Badge tone="bad">{words.concerns[concern]}</Badge>}
        </span>
      </Cell>
      <FigureCell value={amount} unit={tokenType} digits="exact" signed />
      <Cell>
        {counterparty === null ? (
          <span className="text-faint">{words.unknown}</span>
        ) : (
          <span className="whitespace-nowrap">
            <SafeAddress address={counterparty} />
          </span>
        )}
      </Cell>
      <Cell>
        <SafeTransaction signature={signature} />
      </Cell>
      <Name movement={movement} onName={onName} />
    </tr>
  );
}

function Name({ movement, onName }: RowProps) {
  const { label, note, canBeNamed, amount, tokenType } = movement;
  const action = label === null ? words.name : words.rename;
  const named = useSafeName()(`${formatTrimmed(amount)} ${tokenType}`);
  return (
    <Cell note={note !== null && <SafeText>{note}</SafeText>}>
      <span className="flex items-center gap-2">
        {label !== null && <span>{words.labels[label]}</span>}
        {canBeNamed && (
          <Button size="sm" aria-label={words.of(action, named)} onClick={() => onName(movement)}>
            {action}
          </Button>
        )}
      </span>
    </Cell>
  );
}
