import type { HoldingJson } from '#contract/treasury/treasury';

import { DOUBTS } from '../kernel/prices/sol-doubt.tsx';
import { AssetName } from '../kernel/ui/marks/asset-name.tsx';
import { Badge } from '../kernel/ui/marks/badge.tsx';
import { Cell } from '../kernel/ui/tables/cell.tsx';
import { Figure } from '../kernel/ui/format/figure.tsx';
import { digitsOf } from '../kernel/ui/format/digits.ts';
import { formatTrimmed } from '../kernel/ui/format/format.ts';
import type { PictureColour } from '../kernel/ui/charts/palette.ts';
import { treasuryTexts } from './treasury-texts.ts';
import { priceDecimals } from '../kernel/ui/format/price-decimals.ts';

const { noPrice } = treasuryTexts.backing;

interface HoldingRowProps {
  readonly holding: HoldingJson;
  readonly colour: PictureColour;
}

/** One asset: how much of it, what it is worth at which price, and its share of the total. */
export function HoldingRow({ holding, colour }: HoldingRowProps) {
  const { symbol, name, logoUrl, amount, price, priceSource, valueUSD, percent } = holding;
  const doubt = DOUBTS[priceSource ?? ''];
  return (
    <tr>
      <Cell
        note={
          <span data-hint={`${amount} ${symbol}`}>{formatTrimmed(amount, digitsOf(symbol))}</span>
        }
      >
        <span className="flex items-center gap-[7px]" data-hint={name}>
          <i aria-hidden className="size-2 rounded-[3px]" style={{ background: colour }} />
          <AssetName symbol={symbol} logoUrl={logoUrl} />
        </span>
        {doubt !== undefined && (
          <span className="mt-1 block">
            <Badge tone="time">{doubt}</Badge>
          </span>
        )}
      </Cell>
      {price === null ? (
        <Cell right>
          <span className="text-faint">{noPrice}</span>
        </Cell>
      ) : (
        <Cell
          right
          note={
            <Figure
              value={price}
              decimals={priceDecimals(price)}
              prefix="$"
              className="font-normal"
            />
          }
        >
          <Figure value={valueUSD} prefix="$" className="font-normal" />
        </Cell>
      )}
      <Cell right>
        {percent === null ? (
          <span className="text-faint">–</span>
        ) : (
          <Figure value={percent} unit="%" />
        )}
      </Cell>
    </tr>
  );
}
