import type { Health } from '#contract/admin-health';

import { Cell } from '../../../ui/cell.tsx';
import { Table } from '../../../ui/table.tsx';
import { TableHead } from '../../../ui/table-head.tsx';
import { systemTexts as words } from '../../../ui/texts/admin-system.ts';
import { texts } from '../../../ui/texts.ts';
import { SafeFigure } from '../sensitive.tsx';

/** What the treasury could pay out now. */
export function Purse({ health }: { readonly health: Health }) {
  const { treasury } = health;
  if (treasury === null) return <p className="text-faint">{texts.figure.none}</p>;
  return (
    <Table
      label={words.purse}
      head={
        <>
          <TableHead>{words.token}</TableHead>
          <TableHead right>{words.balance}</TableHead>
          <TableHead right>{words.reserved}</TableHead>
          <TableHead right>{words.available}</TableHead>
        </>
      }
    >
      {(['SOL', 'USDC'] as const).map((token) => (
        <tr key={token}>
          <Cell>{token}</Cell>
          <Cell right>
            <SafeFigure value={treasury[token].balance} />
          </Cell>
          <Cell right>
            <SafeFigure value={treasury[token].reserved} />
          </Cell>
          <Cell right>
            <SafeFigure value={treasury[token].available} />
          </Cell>
        </tr>
      ))}
    </Table>
  );
}
