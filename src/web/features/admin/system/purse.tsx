import type { Health } from '#contract/admin-health';

import { digitsOf } from '../../../ui/format/digits.ts';
import { Cell } from '../../../ui/tables/cell.tsx';
import { Table } from '../../../ui/tables/table.tsx';
import { right } from '../../../ui/tables/column.ts';
import { systemTexts as words } from '../../../texts/admin-system.ts';
import { texts } from '../../../texts/texts.ts';
import { FigureCell } from '../figure-cell.tsx';

const TOKENS = ['SOL', 'USDC'] as const;
const SHARES = ['balance', 'reserved', 'setAside', 'available'] as const;

/** What the treasury could pay out now. */
export function Purse({ health }: { readonly health: Health }) {
  const { treasury } = health;
  if (treasury === null) return <p className="text-faint">{texts.figure.none}</p>;
  return (
    <Table label={words.purse} head={[words.share, ...right(...TOKENS)]}>
      {SHARES.map((share) => (
        <tr key={share}>
          <Cell>{words.shares[share]}</Cell>
          {TOKENS.map((token) => (
            <FigureCell key={token} decimals={digitsOf(token)} value={treasury[token][share]} />
          ))}
        </tr>
      ))}
    </Table>
  );
}
