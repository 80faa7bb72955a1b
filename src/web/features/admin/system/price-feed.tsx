import type { Health } from '#contract/admin-health';

import { Badge } from '../../../ui/marks/badge.tsx';
import { Cell } from '../../../ui/tables/cell.tsx';
import { Figure } from '../../../ui/format/figure.tsx';
import { priceDecimals } from '../../../ui/format/price-decimals.ts';
import { Table } from '../../../ui/tables/table.tsx';
import { right } from '../../../ui/tables/column.ts';
import { systemTexts as words } from '../../../texts/admin-system.ts';
import { texts } from '../../../texts/texts.ts';
import { ageText } from '../../../ui/format/times.ts';

/** Every symbol with its price, where that comes from, and how old it is. */
export function PriceFeed({ health }: { readonly health: Health }) {
  const { priceFeed } = health;
  if (priceFeed === null) return <p className="text-faint">{texts.figure.none}</p>;
  return (
    <Table
      label={words.feedTitle}
      head={[
        words.symbol,
        ...right(words.price),
        { label: words.source, roomy: true },
        ...right(words.age, words.state),
      ]}
    >
      {priceFeed.symbols.map(({ symbol, price, source, ageMs, stale }) => (
        <tr key={symbol}>
          <Cell>{symbol}</Cell>
          <Cell right>
            <Figure value={price} decimals={priceDecimals(price ?? '')} prefix="$" />
          </Cell>
          <Cell roomy>{source === null ? '–' : words.sources[source]}</Cell>
          <Cell right>{ageMs === null ? '–' : ageText(ageMs)}</Cell>
          <Cell right>
            {price !== null && (
              <Badge tone={stale ? 'time' : 'good'}>{stale ? words.stale : words.fresh}</Badge>
            )}
          </Cell>
        </tr>
      ))}
    </Table>
  );
}
