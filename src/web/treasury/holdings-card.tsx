import { useState } from 'react';

import type { HoldingJson } from '#contract/treasury/treasury';
import { PATHS } from '#contract/base/paths';
import { parseDecimal } from '#domain/base/money';

import { adminHoldingsQuery } from '../kernel/api/reads/admin-queries.ts';
import { useRead } from '../kernel/api/read-of.ts';
import { Button } from '../kernel/ui/forms/button.tsx';
import { AssetName } from '../kernel/ui/marks/asset-name.tsx';
import { Cell } from '../kernel/ui/tables/cell.tsx';
import { DataCard } from '../kernel/ui/cards/data-card.tsx';
import { Figure } from '../kernel/ui/format/figure.tsx';
import { digitsOf } from '../kernel/ui/format/digits.ts';
import { priceDecimals } from '../kernel/ui/format/price-decimals.ts';
import { Table } from '../kernel/ui/tables/table.tsx';
import { right } from '../kernel/ui/tables/column.ts';
import { adminTreasuryTexts } from './admin-treasury-texts.ts';
import { dateTimeText } from '../kernel/ui/format/times.ts';
import { SafeFigure, SafeText, useHidden } from '../kernel/dashboard/sensitive.tsx';
import { adminCall } from '../kernel/api/admin-client.ts';
import { AmountInput } from '../kernel/ui/forms/amount-input.tsx';
import { wholeAmount } from '../kernel/ui/forms/amount-text.ts';
import { trimZeros } from '../kernel/ui/format/format.ts';
import { WriteDialog } from '../kernel/dashboard/confirm-dialog.tsx';

const { holdings: words } = adminTreasuryTexts;

/** Every asset of the treasury; what is not on the chain is entered here. */
export function HoldingsCard() {
  const [edited, setEdited] = useState<string | null>(null);
  const read = useRead(adminHoldingsQuery());
  const holding = read.state === 'ready' && read.data.find(({ symbol }) => symbol === edited);
  return (
    <>
      <DataCard title={words.title} says={words} read={read} skeleton={{ items: 9 }}>
        {(holdings) => (
          <Table label={words.list} head={HEAD}>
            {holdings.map((of) => (
              <Row key={of.id} holding={of} onEdit={() => setEdited(of.symbol)} />
            ))}
          </Table>
        )}
      </DataCard>
      {holding && <HoldingDialog holding={holding} onClose={() => setEdited(null)} />}
    </>
  );
}

const HEAD = [
  words.asset,
  ...right(words.amount, words.price, words.value, words.share, words.button),
];
const LABELS = { fallback: words.fallback, 'last-known': words.lastKnown } as const;

function Row({ holding, onEdit }: { readonly holding: HoldingJson; readonly onEdit: () => void }) {
  const { symbol, name, logoUrl, amount, amountSource, asOf } = holding;
  const { price, priceSource, valueUSD, percent } = holding;
  const origin =
    amountSource === 'chain' ? words.read : asOf === null ? words.never : words.entered;
  const label =
    priceSource === 'fallback' || priceSource === 'last-known' ? LABELS[priceSource] : null;
  return (
    <tr>
      <Cell note={name}>
        <AssetName symbol={symbol} logoUrl={logoUrl} />
      </Cell>
      <Cell right note={asOf === null ? origin : `${origin}, ${dateTimeText(asOf)}`}>
        <SafeFigure value={amount} decimals={digitsOf(symbol)} />
      </Cell>
      <Cell right note={label}>
        {price === null ? (
          <span className="text-faint">{words.noPrice}</span>
        ) : (
          <Figure value={price} decimals={priceDecimals(price)} prefix="$" />
        )}
      </Cell>
      <Cell right>{valueUSD === null ? '–' : <SafeFigure value={valueUSD} prefix="$" />}</Cell>
      <Cell right>{percent === null ? '–' : <Figure value={percent} unit="%" />}</Cell>
      <Cell right>
        {amountSource === 'owner' && (
          <Button size="sm" aria-label={words.edit(symbol)} onClick={onEdit}>
            {words.button}
          </Button>
        )}
      </Cell>
    </tr>
  );
}

interface HoldingDialogProps {
  readonly holding: HoldingJson;
  readonly onClose: () => void;
}

/** Enters what the treasury holds of an asset that is not read from the chain. */
function HoldingDialog({ holding, onClose }: HoldingDialogProps) {
  const { symbol, amount } = holding;
  const isHidden = useHidden();
  const [text, setText] = useState(isHidden ? '' : trimZeros(amount));
  const entry = wholeAmount(text);
  const decimals = amount.split('.')[1]?.length ?? 0;
  const error = errorOf(entry, decimals);
  const isSame = error === null && parseDecimal(entry, decimals) === parseDecimal(amount, decimals);
  const { change, save: confirm, failedTitle: failed } = words;
  return (
    <WriteDialog
      says={{ ...words, title: change(symbol), confirm, failed }}
      write={(reason) =>
        adminCall('PUT', PATHS.adminHoldings, { body: { symbol, amount: entry, reason } })
      }
      told={() => words.doneDetail(symbol, entry)}
      changes={
        error === null && !isSame
          ? [
              {
                label: symbol,
                before: <SafeText>{trimZeros(amount)}</SafeText>,
                after: <SafeText>{trimZeros(entry)}</SafeText>,
              },
            ]
          : []
      }
      blocked={isSame ? words.same : error === null ? null : ''}
      onClose={onClose}
    >
      {(isBusy) => (
        <AmountInput
          isFirst
          label={words.amount}
          unit={symbol}
          value={text}
          error={entry === '' ? null : error}
          disabled={isBusy}
          onChange={setText}
        />
      )}
    </WriteDialog>
  );
}

function errorOf(text: string, decimals: number): string | null {
  if (!/^\d{1,18}(?:\.\d+)?$/.test(text)) return words.malformed;
  return parseDecimal(text, decimals) === null ? words.decimals(decimals) : null;
}
