import type { Health } from '#contract/admin-health';

import { Cell } from '../../../ui/tables/cell.tsx';
import { Table } from '../../../ui/tables/table.tsx';
import { TableHead } from '../../../ui/tables/table-head.tsx';
import { systemTexts as words } from '../../../texts/admin-system.ts';
import { texts } from '../../../texts/texts.ts';
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
          <TableHead right>{words.setAside}</TableHead>
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
            <SafeFigure value={treasury[token].setAside} />
          </Cell>
          <Cell right>
            <SafeFigure value={treasury[token].available} />
          </Cell>
        </tr>
      ))}
    </Table>
  );
}
